import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readReleaseArguments } from 'api/releases/publish/release-arguments';
import { runRelease } from 'api/releases/publish/run-release';
import { REMOTES, type RemoteName } from 'domain/releases';
import { startAnotherProcess } from '../src/another-process.ts';
import { changedBuild } from '../src/changed-build.ts';
import { asOwner } from '../src/database.ts';
import { expect, issueCashback, newPhone, qrLink, signUpMerchant, test } from '../src/merchant.ts';

// Remotes are released while merchants are at work, over one shell and one API that are never restarted.

const ROOT = join(import.meta.dirname, '../..');
const PORT = String(Number(process.env.JOURNEYS_PORT) + 8);
const ORIGIN = `http://localhost:${PORT}`;
test.use({ baseURL: ORIGIN });

/** The text above the employees' list, in a file that no other screen needs. */
const LABELS = 'Quem trabalha com você no painel';
const OTHER_LABELS = 'Quem atende com você no painel';

/** The file that keeps a customer's page for days without a network is loaded last. */
const [LAST_FILE] = JSON.parse(readFileSync(join(ROOT, 'mfe-customer/dist/chunks.json'), 'utf8'))[
  './service-worker/register.ts'
];

const folder = mkdtempSync(join(tmpdir(), 'cashback-journey-releases-'));
let product: { close(): Promise<void> };

test.beforeAll(async () => {
  for (const remote of REMOTES) await release(remote, '--from', join(ROOT, remote, 'dist'));
  product = await startAnotherProcess({
    PORT,
    RELEASES: join(folder, 'store'),
    RELEASES_EVERY_SECONDS: '0.2',
  });
});
test.afterAll(async () => {
  await product?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `npm run release -- <remote> <options>`, of a build that is there already. */
async function release(...args: string[]): Promise<void> {
  await runRelease(readReleaseArguments(args), {
    place: { kind: 'folder', path: join(folder, 'store') },
    build: async () => '',
    commit: () => null,
    writeContract: () => undefined,
    readBom: async () => '{}',
    record: () => undefined,
    say: () => undefined,
  });
}

/** With another text on the employees' screen. */
const releaseChanged = (...options: string[]) => {
  const build = join(folder, 'changed');
  rmSync(build, { recursive: true, force: true });
  // As the build writes letters that are not ASCII.
  changedBuild('mfe-backoffice', build, 'Quem trabalha com', 'Quem atende com');
  return release('mfe-backoffice', '--from', build, ...options);
};

/** The address of a page's remote: '/remotes/mfe-backoffice/3f2a…/'. */
async function shownFrom(page: Page, remote: RemoteName): Promise<string> {
  const { remotes } = await (await page.request.get('/remotes.json')).json();
  return remotes[remote.replace('-', '_')].entry.replace('remoteEntry.js', '');
}

async function untilShownFromElsewhere(page: Page, remote: RemoteName, before: string): Promise<string> {
  await expect.poll(() => shownFrom(page, remote)).not.toBe(before);
  return await shownFrom(page, remote);
}

/** The shell as it stands on the disk, to the last byte. */
function shellOnDisk(): string {
  const dist = join(ROOT, 'shell/dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).sort();
  const hash = createHash('sha256');
  for (const name of files.filter((each) => statSync(join(dist, each)).isFile())) {
    hash.update(name).update(readFileSync(join(dist, name)));
  }
  return hash.digest('hex');
}

test('a merchant at work goes on through a release and back; a new tab gets the current release', async ({
  counter,
}) => {
  const shell = shellOnDisk();
  const asked: string[] = [];
  const problems: string[] = [];
  counter.on('response', (answer) => {
    if (answer.url().includes('/remotes/'))
      asked.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  counter.on('pageerror', (error) => problems.push(error.message));
  const monday = await shownFrom(counter, 'mfe-backoffice');
  const form = await issueCashback(counter, newPhone(), '50,00');

  await releaseChanged();
  const tuesday = await untilShownFromElsewhere(counter, 'mfe-backoffice', monday);

  await test.step('the open tab: its purchase, then a screen whose files were never loaded', async () => {
    expect(await qrLink(counter)).toBe(form);
    await counter.keyboard.press('Escape');
    asked.length = 0;
    await counter.getByRole('link', { name: 'Funcionários' }).first().click();
    await expect(counter.getByText(LABELS)).toBeVisible();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((each) => !each.startsWith(`200 ${monday}`))).toEqual([]);
    expect(problems).toEqual([]);
  });

  const tab = await counter.context().newPage();
  await test.step('a new tab: what was released, sound to the last hash', async () => {
    tab.on('pageerror', (error) => problems.push(error.message));
    await tab.goto('/employees');
    await expect(tab.getByText(OTHER_LABELS)).toBeVisible();
    expect(problems).toEqual([]);
  });

  await test.step('back: another new tab has the old one, the open ones go on with theirs', async () => {
    await release('mfe-backoffice', '--rollback');
    await untilShownFromElsewhere(counter, 'mfe-backoffice', tuesday);
    const later = await counter.context().newPage();
    await later.goto('/employees');
    await expect(later.getByText(LABELS)).toBeVisible();
    const fromTuesday = tab.waitForResponse((answer) => answer.url().includes(`${tuesday}`));
    await tab.getByRole('link', { name: 'Auditoria' }).first().click();
    await expect(tab.getByRole('heading', { name: 'Auditoria' })).toBeVisible();
    expect((await fromTuesday).status()).toBe(200);
    await issueCashback(counter, newPhone(), '60,00');
    expect(problems).toEqual([]);
  });
  expect(shellOnDisk()).toBe(shell);
});

test('what is tried out is for the merchants on the list, their staff and their customers; each page is of one release', async ({
  counter,
  merchant,
  phone,
  request,
}) => {
  const other = await signUpMerchant(request);
  const [row] = await asOwner<{ id: string }>('SELECT id FROM merchants WHERE signup_link_slug = $1', [
    merchant.slug,
  ]);
  const before = await shownFrom(counter, 'mfe-backoffice');
  const customers = await shownFrom(counter, 'mfe-customer');
  const build = changedBuild('mfe-customer', join(folder, 'customer'), 'Cadastr', 'Inscrev');
  await releaseChanged('--merchants', row?.id ?? '');
  await release('mfe-customer', '--from', build, '--merchants', row?.id ?? '');
  await untilShownFromElsewhere(counter, 'mfe-backoffice', before);
  const trial = await untilShownFromElsewhere(counter, 'mfe-customer', customers);

  await counter.goto('/employees');
  await expect(counter.getByText(OTHER_LABELS)).toBeVisible();

  for (const [slug, folderOfPage] of [
    [merchant.slug, trial],
    [other.slug, customers],
  ] as const) {
    // A page of its own: what the page before still asks for while it is left is not this one's.
    const page = await phone.context().newPage();
    const asked: string[] = [];
    page.on('request', (each) => asked.push(new URL(each.url()).pathname));
    await page.goto(`${ORIGIN}/signup/${slug}`);
    await expect(page.getByLabel('Telefone')).toBeEditable();
    // Also what a page at rest asks for after all else.
    await expect.poll(() => asked).toContain(`${folderOfPage}${LAST_FILE}`);
    const ofRemotes = asked.filter((path) => path.startsWith('/remotes'));
    expect(ofRemotes.filter((path) => !path.startsWith(folderOfPage))).toEqual([]);
    // Every preloaded file was used: none is loaded twice.
    expect(ofRemotes).toEqual([...new Set(ofRemotes)]);
    expect(ofRemotes).toContain(`${folderOfPage}remoteEntry.js`);
    await page.close();
  }
});
