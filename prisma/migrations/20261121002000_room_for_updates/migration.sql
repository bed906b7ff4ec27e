-- Every sale, redemption and customer is updated after it was written: by its scan, by what it buys, by what is spent. With
-- room left in its page the new version stays there and no index is touched. New pages only; nothing is rewritten or kept waiting.
ALTER TABLE transactions SET (fillfactor = 88);
ALTER TABLE redemptions SET (fillfactor = 88);
ALTER TABLE customers SET (fillfactor = 80);
