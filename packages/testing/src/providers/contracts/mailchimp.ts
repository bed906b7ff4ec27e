import { type Endpoint, READING, WRITING } from '../contract.ts';

/** The part of Mailchimp's Marketing API 3.0 that is called here: mailchimp.com/developer/marketing/api */

const text = { type: 'string' };
const flag = { type: 'boolean' };
const count = { type: 'integer', minimum: 0 };
const moment = { type: 'string', format: 'date-time' };
const LIST_ID = { type: 'string', pattern: '^[A-Za-z0-9]+$' };
const MEMBER_STATUS = ['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional'];

const list = { type: 'object', properties: { list_id: LIST_ID }, required: ['list_id'] };
const member = {
  type: 'object',
  properties: { list_id: LIST_ID, subscriber_hash: { type: 'string', pattern: '^[0-9a-f]{32}$' } },
  required: ['list_id', 'subscriber_hash'],
};

/** Merge fields by tag: at most ten characters. */
const mergeFields = {
  type: 'object',
  propertyNames: { pattern: '^[A-Z0-9_]{1,10}$' },
  additionalProperties: { type: ['string', 'number', 'object'] },
};

/** What may be written of a member. */
const memberFields = {
  email_address: { type: 'string', format: 'email' },
  status_if_new: { enum: MEMBER_STATUS },
  email_type: { enum: ['html', 'text'] },
  status: { enum: MEMBER_STATUS },
  merge_fields: mergeFields,
  interests: { type: 'object', additionalProperties: flag },
  language: text,
  vip: flag,
  location: { type: 'object' },
  marketing_permissions: { type: 'array' },
  ip_signup: text,
  timestamp_signup: moment,
  ip_opt: text,
  timestamp_opt: moment,
  tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 100 } },
};

const memberAnswer = {
  status: 200,
  body: {
    type: 'object',
    properties: {
      id: { type: 'string', pattern: '^[0-9a-f]{32}$' },
      email_address: text,
      unique_email_id: text,
      status: { enum: MEMBER_STATUS },
      merge_fields: mergeFields,
      tags_count: count,
      tags: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: count, name: text },
          required: ['id', 'name'],
        },
      },
      list_id: LIST_ID,
    },
    required: ['id', 'email_address', 'status', 'merge_fields', 'tags', 'list_id'],
  },
};

export const MAILCHIMP_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/lists/{list_id}',
    parameters: list,
    headers: READING,
    success: {
      status: 200,
      body: {
        type: 'object',
        properties: {
          id: LIST_ID,
          web_id: count,
          name: text,
          date_created: moment,
          stats: {
            type: 'object',
            properties: { member_count: count, unsubscribe_count: count, cleaned_count: count },
            required: ['member_count'],
          },
        },
        required: ['id', 'name', 'stats'],
      },
    },
  },
  {
    method: 'PUT',
    path: '/lists/{list_id}/members/{subscriber_hash}',
    parameters: member,
    headers: WRITING,
    body: {
      type: 'object',
      properties: memberFields,
      required: ['email_address', 'status_if_new'],
      additionalProperties: false,
    },
    success: memberAnswer,
  },
  {
    method: 'PATCH',
    path: '/lists/{list_id}/members/{subscriber_hash}',
    parameters: member,
    headers: WRITING,
    body: { type: 'object', properties: memberFields, additionalProperties: false },
    success: memberAnswer,
  },
  {
    method: 'POST',
    path: '/lists/{list_id}/members/{subscriber_hash}/tags',
    parameters: member,
    headers: WRITING,
    body: {
      type: 'object',
      properties: {
        tags: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string', minLength: 1, maxLength: 100 },
              status: { enum: ['active', 'inactive'] },
            },
            required: ['name', 'status'],
            additionalProperties: false,
          },
        },
        is_syncing: flag,
      },
      required: ['tags'],
      additionalProperties: false,
    },
    success: { status: 204 },
  },
  {
    method: 'POST',
    path: '/campaigns',
    parameters: { type: 'object' },
    headers: WRITING,
    body: {
      type: 'object',
      properties: {
        type: { enum: ['regular', 'plaintext', 'absplit', 'rss', 'variate'] },
        recipients: {
          type: 'object',
          properties: { list_id: LIST_ID, segment_opts: { type: 'object' } },
          required: ['list_id'],
          additionalProperties: false,
        },
        settings: {
          type: 'object',
          properties: {
            subject_line: { type: 'string', maxLength: 150 },
            preview_text: text,
            title: text,
            from_name: { type: 'string', maxLength: 100 },
            reply_to: { type: 'string', format: 'email' },
            to_name: text,
          },
          additionalProperties: false,
        },
        tracking: { type: 'object' },
        social_card: { type: 'object' },
        content_type: { enum: ['template', 'multichannel'] },
      },
      required: ['type'],
      additionalProperties: false,
    },
    success: {
      status: 200,
      body: {
        type: 'object',
        properties: {
          id: text,
          web_id: count,
          type: text,
          create_time: moment,
          status: { enum: ['save', 'paused', 'schedule', 'sending', 'sent'] },
          recipients: { type: 'object' },
          settings: { type: 'object' },
        },
        required: ['id', 'type', 'status'],
      },
    },
  },
  {
    method: 'PUT',
    path: '/campaigns/{campaign_id}/content',
    parameters: {
      type: 'object',
      properties: { campaign_id: { type: 'string', pattern: '^[A-Za-z0-9]+$' } },
      required: ['campaign_id'],
    },
    headers: WRITING,
    body: {
      type: 'object',
      properties: {
        html: text,
        plain_text: text,
        url: text,
        template: { type: 'object' },
        archive: { type: 'object' },
        variate_contents: { type: 'array' },
      },
      additionalProperties: false,
    },
    success: {
      status: 200,
      body: {
        type: 'object',
        properties: { html: text, plain_text: text, archive_html: text },
        required: ['html', 'plain_text'],
      },
    },
  },
  {
    method: 'POST',
    path: '/lists/{list_id}/members/{subscriber_hash}/actions/delete-permanent',
    parameters: member,
    headers: READING,
    success: { status: 204 },
  },
];

/** The shape of every error of the API: a problem detail of RFC 7807. */
export const MAILCHIMP_PROBLEM = {
  type: 'object',
  properties: {
    type: { type: 'string', format: 'uri' },
    title: text,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: text,
    instance: text,
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: text, message: text },
        required: ['field', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'instance'],
};
