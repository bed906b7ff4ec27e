-- Devices that confirmed a code, which are known for 180 days and may change what proves their customer. Of
-- the others each row says false by the default, without a rewrite.
ALTER TABLE customer_devices ADD COLUMN is_lasting boolean NOT NULL DEFAULT false;
