import { existsSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { type Mail, mailsFile } from './mails-file.ts';

type Which = 'notices' | 'others';

function mailsTo(address: string, which: Which): Mail[] {
  if (!existsSync(mailsFile())) return [];
  return readFileSync(mailsFile(), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Mail)
    .filter(({ to, text }) => to.includes(address) && text.includes('/not-me#') === (which === 'notices'));
}

/** The latest mail to this address, once there are as many as `count`; security notices are apart. */
export async function mailTo(address: string, count = 1, which: Which = 'others'): Promise<Mail> {
  await expect.poll(() => mailsTo(address, which).length).toBe(count);
  const mail = mailsTo(address, which).at(-1);
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
}

/** The link in a mail's plain text. */
export function linkIn({ text }: Mail): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in ${text}`);
  return link;
}

/** The address of the product that has a mail server. */
export const mailOrigin = () => `http://localhost:${process.env.JOURNEYS_MAIL_PORT}`;
