-- Trigger of employees: keeps every phone that an employee has had. Employees may not give cashback to
-- themselves, and neither changing the phone for a moment nor its other spelling must get around that.
-- A trigger, so that no path that changes a phone can forget it.
CREATE OR REPLACE FUNCTION keep_employee_phone() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.employee_phones (merchant_id, employee_id, phone)
    SELECT NEW.merchant_id, NEW.id, spelling
    FROM unnest(ARRAY[NEW.phone, public.other_spelling(NEW.phone)]) AS spelling WHERE spelling IS NOT NULL
    ON CONFLICT (merchant_id, employee_id, phone) DO NOTHING;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION keep_employee_phone() FROM PUBLIC;

CREATE OR REPLACE TRIGGER keep_employee_phone AFTER INSERT OR UPDATE OF phone ON employees
  FOR EACH ROW WHEN (NEW.phone IS NOT NULL) EXECUTE FUNCTION keep_employee_phone();
