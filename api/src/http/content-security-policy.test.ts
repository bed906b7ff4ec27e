import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CONTENT_SECURITY_POLICY, customerPagePolicy, shellPagePolicy } from './content-security-policy.ts';

const sourcesOf = (policy: string, directive: string) =>
  policy
    .split('; ')
    .map((each) => each.split(' '))
    .find(([name]) => name === directive)
    ?.slice(1);

const withTags = customerPagePolicy({ nonce: 'abc', hasTags: true });
const withoutTags = customerPagePolicy({ nonce: 'abc', hasTags: false });

test("employees’ pages and customers' pages without tags run, call and frame nothing from other origins", () => {
  expect(sourcesOf(CONTENT_SECURITY_POLICY, 'script-src')).toEqual(["'self'"]);
  expect(sourcesOf(withoutTags, 'script-src')).toEqual(["'nonce-abc'", "'self'"]);
  for (const policy of [CONTENT_SECURITY_POLICY, withoutTags]) {
    expect(sourcesOf(policy, 'connect-src')).toEqual(["'self'"]);
    expect(sourcesOf(policy, 'frame-src')).toBeUndefined();
    expect(sourcesOf(policy, 'default-src')).toEqual(["'self'"]);
  }
});

test("the shell's page runs only the built scripts, unchanged to the letter", () => {
  const [self, hash, ...others] =
    sourcesOf(
      shellPagePolicy('<script defer src="/assets/main.js"></script><script>\nlet a = 1 < 2;\n</script>'),
      'script-src',
    ) ?? [];
  expect([self, others]).toEqual(["'self'", []]);
  expect(hash).toBe(`'sha256-${createHash('sha256').update('\nlet a = 1 < 2;\n').digest('base64')}'`);
  expect(shellPagePolicy('<script src="/assets/main.js"></script>')).toBe(CONTENT_SECURITY_POLICY);
});

test('with tags a script still needs the nonce, or a loader that had it; text never becomes a script', () => {
  expect(sourcesOf(withTags, 'script-src')).toEqual(["'nonce-abc'", "'strict-dynamic'", "'self'", 'https:']);
  for (const policy of [CONTENT_SECURITY_POLICY, withoutTags, withTags]) {
    expect(sourcesOf(policy, 'script-src')).not.toContain("'unsafe-inline'");
    expect(policy).not.toContain('unsafe-eval');
  }
});

test('our pages are never framed, moved to another base or made to send forms elsewhere', () => {
  for (const policy of [CONTENT_SECURITY_POLICY, withoutTags, withTags]) {
    expect(sourcesOf(policy, 'frame-ancestors')).toEqual(["'none'"]);
    expect(sourcesOf(policy, 'base-uri')).toEqual(["'none'"]);
    expect(sourcesOf(policy, 'form-action')).toEqual(["'self'"]);
    expect(sourcesOf(policy, 'object-src')).toEqual(["'none'"]);
  }
});
