import { expect, it } from 'vitest';
import { previewOf, valuesOf } from './link-form-values.ts';
import type { CustomDomain, LinkSettings } from './link-settings.ts';

const DOMAIN: CustomDomain = {
  domain: 'clube.padaria.com.br',
  status: 'verified',
  checkedAt: null,
  finding: null,
  missing: null,
  cname: { name: 'clube.padaria.com.br', target: 'padaria.clube.example' },
  txt: null,
};
const SETTINGS: LinkSettings = {
  slug: 'padaria',
  formerSlugs: [],
  signupLink: 'https://clube.padaria.com.br/signup/padaria',
  linkPrefix: 'https://clube.padaria.com.br/signup/',
  platformName: 'padaria.clube.example',
  customDomain: DOMAIN,
};
const AS_STORED = valuesOf(SETTINGS);

it('says nothing of what does not change, however it is written', () => {
  const unchanged = { changesSlug: false, leavesDomain: undefined };
  expect(previewOf(SETTINGS, AS_STORED)).toMatchObject(unchanged);
  expect(previewOf(SETTINGS, { slug: ' PADARIA ', customDomain: 'Clube.Padaria.com.br.' })).toMatchObject(
    unchanged,
  );
});

it('shows the link as it would be saved, and that the slug changes', () => {
  expect(previewOf(SETTINGS, { ...AS_STORED, slug: 'Pão & Cia' })).toMatchObject({
    hint: 'Seu link: https://clube.padaria.com.br/signup/pao-cia',
    changesSlug: true,
  });
  expect(previewOf(SETTINGS, { ...AS_STORED, slug: '' }).changesSlug).toBe(true);
  expect(previewOf(SETTINGS, { ...AS_STORED, slug: 'login' }).changesSlug).toBe(false);
});

it('warns before a domain in use is left, and not for one that never was', () => {
  for (const customDomain of ['', 'outro.com.br', 'https://x'])
    expect(previewOf(SETTINGS, { ...AS_STORED, customDomain }).leavesDomain).toBe(DOMAIN.domain);
  const waiting = { ...SETTINGS, customDomain: { ...DOMAIN, status: 'waiting' as const } };
  expect(previewOf(waiting, { ...AS_STORED, customDomain: '' }).leavesDomain).toBeUndefined();
});
