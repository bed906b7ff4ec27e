-- Trigger of employees: keeps every phone that an employee has had. Employees may not give cashback to
-- themselves, and changing the phone for a moment must not get around that.
-- A trigger, so that no path that changes a phone can forget it.
CREATE OR REPLACE FUNCTION keep_employee_phone() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.employee_phones (merchant_id, employee_id, phone)
    VALUES (NEW.merchant_id, NEW.id, NEW.phone)
    ON CONFLICT (merchant_id, employee_id, phone) DO NOTHING;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION keep_employee_phone() FROM PUBLIC;

CREATE OR REPLACE TRIGGER keep_employee_phone AFTER INSERT OR UPDATE OF phone ON employees
  FOR EACH ROW WHEN (NEW.phone IS NOT NULL) EXECUTE FUNCTION keep_employee_phone();
