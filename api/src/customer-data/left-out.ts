/**
 * What a customer is not shown of the tables with their data, with the reason. customer-data.test.ts compares
 * the sections and this list with docs/privacy.md and the database.
 */

const ID = 'an internal number';
const EMPLOYEE = 'another person';
const SECRET = 'a secret, stored as a hash';

/** Columns of any table. */
export const LEFT_OUT_COLUMNS: Readonly<Record<string, string>> = {
  merchant_id: 'the merchant stands at the top',
  id: ID,
  customer_id: ID,
  employee_id: EMPLOYEE,
  token_hash: SECRET,
};

/** Whole tables, or columns of one. */
export const LEFT_OUT: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  customers: {
    merged_into_id: ID,
    referred_by_merchant_id: 'the merchant itself',
    erased_at: 'an erased record has no data',
    email_is_proof: 'whether the e-mail may prove the customer',
    balance_as_of: 'when the balance was last computed',
    balance_changes_at: 'the nearest date among the credits',
  },
  customer_search: 'made of the name, the phone and the e-mail, which are in the file',
  rollup_changes: 'copies of movements for a minute, until the reports have counted them',
  idempotency_keys: 'copies of answers about what is in the file; found by the request alone',
  transactions: {
    transaction_type: 'one value for all',
    rules_version: 'the version of the rate, which is shown',
  },
  purchase_reversals: { transaction_id: ID },
  redemption_reversals: { redemption_id: ID },
  adjustments: { import_id: ID },
  customer_merges: { source_customer_id: ID, target_customer_id: ID },
  cashback_lots: { transaction_id: ID },
  ledger_entries: { lot_id: ID, source_id: ID },
  tag_deliveries: { movement_id: ID, transaction_id: ID, redemption_id: ID, take_id: ID },
  confirmation_traces: { source_id: ID, device_hash: 'a hash that nothing can be read from' },
  data_requests: { closed_by: EMPLOYEE },
  consents: { number: ID },
  redemption_holds: 'said at each redemption while it stands',
  approvals: 'what an employee asked for, for a day; the movement itself is in the file',
  alerts: 'ids and numbers of the control of employees; it would tell what the control sees',
  inactivity_notices: 'shown above the data while it stands',
  customer_devices: { is_lasting: 'said by until when it is known' },
  customer_codes: 'a code that waits, for ten minutes',
  customer_pins: {
    pin_hash: SECRET,
    failed_tries: 'wrong tries, perhaps of others',
    locked_until: 'the same',
  },
  audit_log: {
    entity: 'the record itself',
    entity_id: ID,
    ip: 'the address of an employee',
    user_agent: 'the browser of an employee',
  },
  integration_sync_log: {
    integration_config_id: 'named as the receiver',
    response_data: 'technical details of the call; its tags and masked e-mail repeat the record',
    delivery_id: ID,
  },
  deliveries: {
    integration_config_id: 'named as the receiver',
    webhook_endpoint_id: 'named as the receiver',
    subject_id: ID,
    bulk_sync_id: ID,
    deferrals: 'how often the queue made it wait',
    next_attempt_at: 'when the queue goes on',
    last_error: "the receiver's technical answer",
    body: 'repeats what is in the file, in the form that the receiver reads',
  },
};
