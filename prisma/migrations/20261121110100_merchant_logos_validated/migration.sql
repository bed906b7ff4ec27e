-- The rows from before, checked without keeping anybody out.
ALTER TABLE merchants VALIDATE CONSTRAINT merchants_logo_url_shape;
