import { type Endpoint, READING, WRITING } from '../contract.ts';

/** The part of RD Station's platform API that is called here: developers.rdstation.com/reference */

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const uuid = { type: 'string', format: 'uuid' };
const email = { type: 'string', format: 'email' };
const phone = { type: 'string', pattern: '^\\+?[0-9 ()-]{8,20}$' };
const tags = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 255 } };

const legalBases = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      category: { enum: ['communications', 'data_processing'] },
      type: {
        enum: [
          'pre_existent_consent',
          'consent',
          'judicial_process',
          'vital_interest',
          'public_interest',
          'legitimate_interest',
          'legal_obligation',
          'contract_execution',
        ],
      },
      status: { enum: ['granted', 'declined'] },
    },
    required: ['category', 'type', 'status'],
    additionalProperties: false,
  },
};

/** The account's own fields: known by names that begin with 'cf_'. */
const ownFields = { '^cf_[a-z0-9_]+$': { type: ['string', 'number', 'boolean', 'array'] } };

const contact = {
  type: 'object',
  properties: {
    uuid,
    email,
    name: { type: ['string', 'null'] },
    mobile_phone: text,
    tags,
    legal_bases: legalBases,
  },
  required: ['uuid', 'email', 'name'],
};

export const RD_STATION_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/conversions',
    parameters: { type: 'object' },
    headers: WRITING,
    body: {
      type: 'object',
      properties: {
        event_type: { const: 'CONVERSION' },
        event_family: { const: 'CDP' },
        payload: {
          type: 'object',
          properties: {
            conversion_identifier: { type: 'string', minLength: 1, maxLength: 255 },
            email,
            name: text,
            job_title: text,
            state: text,
            city: text,
            country: text,
            personal_phone: phone,
            mobile_phone: phone,
            twitter: text,
            facebook: text,
            linkedin: text,
            website: text,
            company_name: text,
            company_site: text,
            company_address: text,
            client_tracking_id: text,
            traffic_source: text,
            traffic_medium: text,
            traffic_campaign: text,
            traffic_value: text,
            tags,
            available_for_mailing: { type: 'boolean' },
            legal_bases: legalBases,
          },
          patternProperties: ownFields,
          required: ['conversion_identifier', 'email'],
          additionalProperties: false,
        },
      },
      required: ['event_type', 'event_family', 'payload'],
      additionalProperties: false,
    },
    success: {
      status: 200,
      body: { type: 'object', properties: { event_uuid: uuid }, required: ['event_uuid'] },
    },
  },
  {
    method: 'GET',
    path: '/contacts',
    parameters: { type: 'object' },
    query: {
      type: 'object',
      properties: {
        page: { type: 'string', pattern: '^[1-9][0-9]*$' },
        page_size: { type: 'string', pattern: '^[1-9][0-9]*$' },
      },
      additionalProperties: false,
    },
    headers: READING,
    success: {
      status: 200,
      body: {
        type: 'object',
        properties: { total: count, contacts: { type: 'array', items: contact } },
        required: ['total', 'contacts'],
      },
    },
  },
  {
    method: 'GET',
    path: '/contacts/email:{email}',
    parameters: { type: 'object', properties: { email }, required: ['email'] },
    headers: READING,
    success: { status: 200, body: contact },
  },
  {
    // The address is in the path and may not stand in the body.
    method: 'PATCH',
    path: '/contacts/email:{email}',
    parameters: { type: 'object', properties: { email }, required: ['email'] },
    headers: WRITING,
    body: {
      type: 'object',
      properties: { name: text, mobile_phone: phone, tags, legal_bases: legalBases },
      patternProperties: ownFields,
      additionalProperties: false,
    },
    success: { status: 200, body: contact },
  },
  {
    method: 'DELETE',
    path: '/contacts/email:{email}',
    parameters: { type: 'object', properties: { email }, required: ['email'] },
    headers: READING,
    success: { status: 204 },
  },
];

const reason = {
  type: 'object',
  properties: { error_type: { type: 'string', pattern: '^[A-Z_]+$' }, error_message: text, path: text },
  required: ['error_type', 'error_message'],
};

/** Errors come as one reason or, where fields are wrong, as a list of them. */
export const RD_STATION_ERRORS = {
  type: 'object',
  properties: { errors: { anyOf: [reason, { type: 'array', items: reason, minItems: 1 }] } },
  required: ['errors'],
};
