-- An amount of marketing spend that was entered by mistake can be taken out again; the audit log keeps what it was.
GRANT DELETE ON marketing_spend TO cashback_app;
