-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/functions/limits/count_call.sql
-- Called by api/src/limits/call-counts.sql.ts while no Redis counts for all processes: adds one call to each
-- count, or to none where one is full, and returns which, from 0, and for how long. The caller's own count
-- comes first in every list, so transactions that wait for each other's rows never wait in a circle.
-- In the database so that all processes share the counts.
CREATE OR REPLACE FUNCTION operations.count_call(
  p_keys text[], p_limits integer[], p_holds text[], p_windows_ms integer[],
  OUT excess integer, OUT remaining_ms integer
) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_window interval;
  v_count integer;
  v_ends_at timestamptz;
  v_is_past_threshold boolean := false;
BEGIN
  FOR place IN 1 .. cardinality(p_keys) LOOP
    v_window := p_windows_ms[place] * interval '1 millisecond';
    -- A window that ends too late began before the clock was set back: start another. The clock is read when
    -- the row is locked: else a call that waited for it takes a window that began meanwhile for such a one.
    INSERT INTO operations.call_counts AS c (key, count, ends_at)
    VALUES (p_keys[place], 1, clock_timestamp() + v_window)
    ON CONFLICT (key) DO UPDATE SET (count, ends_at) = (
      SELECT CASE WHEN is_open THEN c.count + 1 ELSE 1 END, CASE WHEN is_open THEN c.ends_at ELSE now + v_window END
      FROM (SELECT clock_timestamp() AS now) AS clock,
        LATERAL (SELECT c.ends_at > now AND c.ends_at <= now + v_window AS is_open) AS state)
    RETURNING c.count, c.ends_at INTO v_count, v_ends_at;
    CONTINUE WHEN v_count <= p_limits[place];
    IF p_holds[place] = 'threshold' THEN
      v_is_past_threshold := true;
    ELSIF p_holds[place] = 'always' OR v_is_past_threshold THEN
      excess := place - 1;
      remaining_ms := extract(epoch FROM v_ends_at - clock_timestamp()) * 1000;
      PERFORM operations.take_back_call(p_keys[1:place]);
      RETURN;
    END IF;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION operations.count_call(text[], integer[], text[], integer[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION operations.count_call(text[], integer[], text[], integer[]) TO cashback_app;
