\set next :next + 1
\set number :first + :next * :clients + :client_id
SELECT * FROM confirm_cashback(ARRAY[sha256(convert_to('CASHBACK_' || lpad(:number::text, 27, '0'), 'UTF8'))], ARRAY[NULL::uuid]);
