import { MOVEMENTS } from './watched.sql.ts';

/** More purchases of one customer in a day than the merchant allows for, by whichever employee. */
export const CUSTOMER_OFTEN = `SELECT 'customer_often', NULL::uuid, customer_id, day,
    jsonb_build_object('count', count(*), 'limit', t."purchasesADay"), ${MOVEMENTS}
  FROM bought CROSS JOIN threshold t
  GROUP BY customer_id, day, t."purchasesADay"
  HAVING count(*) > t."purchasesADay"`;
