import type { Page } from '@playwright/test';
import { type DnsFake, startDnsFake } from 'testing/dns-fake';
import { expectAccessible } from '../src/axe.ts';
import { asOwner } from '../src/database.ts';
import { expect, test } from '../src/merchant.ts';
import { readQr } from '../src/read-qr.ts';

let fakeDns: DnsFake;
test.beforeAll(async () => {
  fakeDns = await startDnsFake(Number(process.env.JOURNEYS_DNS_PORT));
});
test.afterAll(() => fakeDns.close());

async function openLink(counter: Page): Promise<void> {
  await counter.goto('/settings?aba=link');
  await expect(counter.getByRole('button', { name: 'Copiar link' })).toBeVisible();
}

const save = (counter: Page) => counter.getByRole('button', { name: 'Salvar' }).click();
const slugField = (counter: Page) => counter.getByLabel('Endereço do link');
const domainField = (counter: Page) => counter.getByLabel('Domínio próprio');

test('the link is copied, renamed, and both its names lead the customer to the merchant', async ({
  counter,
  phone,
  merchant,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLink(counter);
  await expectAccessible(counter, 'link settings');
  await counter.getByRole('button', { name: 'Copiar link' }).click();
  await expect(counter.getByText('Link copiado!')).toBeVisible();
  await expect(counter.getByRole('button', { name: 'Copiado' })).toBeVisible();
  await expect(counter.getByRole('button', { name: 'Copiar link' })).toBeVisible();
  expect(await counter.evaluate(() => navigator.clipboard.readText())).toBe(
    `${baseURL}/signup/${merchant.slug}`,
  );

  await asOwner(`INSERT INTO merchants (id, name, email, phone, address, program_name, signup_link_slug)
    VALUES (gen_random_uuid(), 'Outra', 'outra@loja.example', '1132104567', 'Rua B', 'Clube', 'outra-loja')`);
  await slugField(counter).fill('Outra Loja');
  await expect(counter.getByText(`Seu link: ${baseURL}/signup/outra-loja`)).toBeVisible();
  await save(counter);
  await expect(counter.getByText('Este endereço já está em uso. Escolha outro.')).toBeVisible();
  await expect(slugField(counter)).toBeFocused();
  await slugField(counter).fill('Login');
  await save(counter);
  await expect(counter.getByText('Este endereço é reservado. Escolha outro.')).toBeVisible();

  const slug = `emporio-da-rita-${merchant.slug.replace(/\D/g, '')}`;
  await slugField(counter).fill(`  Empório da RITA ${merchant.slug.replace(/\D/g, '')} `);
  await expect(counter.getByText('continuam funcionando', { exact: false })).toBeVisible();
  await save(counter);
  await expect(counter.getByText('Configurações salvas com sucesso!')).toBeVisible();
  await expect(counter.getByRole('link', { name: `${baseURL}/signup/${slug}` })).toBeVisible();
  for (const name of [slug, merchant.slug]) {
    await phone.goto(`/signup/${name}`);
    await expect(phone.getByText(merchant.name).first()).toBeVisible();
    await expect(phone.getByRole('button', { name: 'Cadastrar e Começar' })).toBeVisible();
  }
});

test('a domain is refused with a message, fails with a message, and once it is proved it carries the link', async ({
  counter,
  merchant,
  request,
}) => {
  await openLink(counter);
  const refused = {
    'https://loja.com.br': 'Informe só o domínio, sem https:// e sem barras',
    '10.0.0.1': 'Informe um domínio, não um endereço IP',
    localhost: 'Este domínio não existe na internet',
  };
  for (const [typed, message] of Object.entries(refused)) {
    await domainField(counter).fill(typed);
    await save(counter);
    await expect(counter.getByText(message)).toBeVisible();
    await expect(domainField(counter)).toBeFocused();
  }
  const domain = `clube.${merchant.slug}.com.br`;
  await domainField(counter).fill(` ${domain.toUpperCase()}. `);
  await save(counter);
  await expect(counter.getByText('Aguardando', { exact: true })).toBeVisible();
  await expect(counter.getByText('Ainda não verificado')).toBeVisible();
  await expect(counter.getByText(`${merchant.slug}.localhost`, { exact: true })).toBeVisible();
  await expectAccessible(counter, 'waiting domain');

  fakeDns.write(domain, { cname: ['outra-loja.localhost'] });
  await counter.getByRole('button', { name: 'Verificar agora' }).click();
  await expect(
    counter.getByText(`${domain} aponta para outra-loja.localhost.`, { exact: false }),
  ).toBeVisible();
  await expect(counter.getByText('Não verificado', { exact: true })).toBeVisible();
  await expect(counter.getByText(/^Última verificação: \d\d\/\d\d\/\d{4} às \d\d:\d\d$/)).toBeVisible();
  await expectAccessible(counter, 'failed domain');
  const asDomain = { headers: { host: domain } };
  expect((await request.get(`/signup/${merchant.slug}`, asDomain)).status()).toBe(404);

  fakeDns.write(domain, { cname: [`${merchant.slug}.localhost`] });
  await counter.getByRole('button', { name: 'Verificar agora' }).click();
  await expect(counter.getByText('Domínio verificado!')).toBeVisible();
  await expect(counter.getByText('Verificado', { exact: true })).toBeVisible();
  await expect(
    counter.getByRole('link', { name: `https://${domain}/signup/${merchant.slug}` }),
  ).toBeVisible();
  await expectAccessible(counter, 'verified domain');
  expect((await request.get(`/signup/${merchant.slug}`, asDomain)).status()).toBe(200);

  // As the daily check leaves it when the record is gone for three days.
  await asOwner(
    "UPDATE merchants SET custom_domain_missing_since = now() - interval '3 days' WHERE signup_link_slug = $1",
    [merchant.slug],
  );
  await counter.reload();
  await expect(counter.getByText('Registro ausente', { exact: true })).toBeVisible();
  const stops = new Date(Date.now() + 27 * 86_400_000).toLocaleDateString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
  });
  await expect(counter.getByText(`Este domínio deixa de funcionar em ${stops}`)).toBeVisible();
  await expectAccessible(counter, 'domain without its record');
  await counter.getByRole('button', { name: 'Verificar agora' }).click();
  await expect(counter.getByText('Verificado', { exact: true })).toBeVisible();
  await expect(counter.getByText('Registro ausente', { exact: true })).toHaveCount(0);

  await domainField(counter).fill('');
  await expect(
    counter.getByText(`Links e QR Codes com ${domain} deixam de funcionar`, { exact: false }),
  ).toBeVisible();
  await save(counter);
  await expect(counter.getByRole('button', { name: 'Verificar agora' })).toHaveCount(0);
});

/** Width and height of each printed page, in points. */
async function printedPages(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(pdf.match(/\/MediaBox/g)?.length ?? 0);
  const boxes = pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g);
  return [...boxes].map(
    ([, width, height]) => `${Math.round(Number(width))} × ${Math.round(Number(height))}`,
  );
}

const A4 = '595 × 842';
const A5 = '420 × 595';

test('the poster is printed on one sheet in each size, and its band is legible in any color', async ({
  counter,
  merchant,
  baseURL,
}) => {
  const setColor = (color: string) =>
    asOwner('UPDATE merchants SET brand_color = $2 WHERE signup_link_slug = $1', [merchant.slug, color]);
  const colors = { '#ffee00': 'rgb(0, 0, 0)', '#123a8a': 'rgb(255, 255, 255)' };
  for (const [color, ink] of Object.entries(colors)) {
    await setColor(color);
    await counter.goto('/settings?aba=link&cartaz=sim');
    const dialog = counter.getByRole('dialog');
    const sheet = counter.locator('[data-print="poster"]');
    await expect(dialog.getByLabel('Usar a cor da marca')).toBeChecked();
    await expect(sheet.locator('header').first()).toHaveCSS('color', ink);
    await expectAccessible(counter, `poster in ${color}`);
    const sizes = { a4: A4, a5: A5, tent: A4, smallTent: A5 };
    for (const [size, paper] of Object.entries(sizes)) {
      await dialog.getByLabel('Tamanho').selectOption(size);
      expect(await printedPages(counter), size).toEqual([paper]);
      const codes = sheet.locator('svg');
      await expect(codes, size).toHaveCount(size.toLowerCase().includes('tent') ? 2 : 1);
      expect(await readQr(codes.last()), size).toBe(`${baseURL}/signup/${merchant.slug}`);
    }
    await dialog.getByText('Usar a cor da marca').click();
    await expect(sheet.locator('header').first()).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  }
});

test('the poster is one sheet of paper with the code, the link as text and nothing of the back office', async ({
  counter,
  merchant,
  baseURL,
}) => {
  const name = `Empório e Padaria ${'Nossa Senhora dos Navegantes '.repeat(4)}`.trim().slice(0, 120);
  await asOwner(
    `UPDATE merchants SET name = $2, rate_basis_points = 725, earning_min_purchase_cents = 123456789
     WHERE signup_link_slug = $1`,
    [merchant.slug, name],
  );
  await openLink(counter);
  await counter.getByRole('button', { name: 'Imprimir cartaz' }).click();
  const dialog = counter.getByRole('dialog');
  await expect(dialog.getByText('7,25%').first()).toBeVisible();
  await expectAccessible(counter, 'poster');

  await counter.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const sheet = counter.locator('[data-print="poster"]');
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText(name)).toBeVisible();
  await expect(sheet).toContainText(/Receba 7,25% de volta em compras a partir de R\$\s1\.234\.567,89/);
  await expect(sheet.getByText(`${baseURL}/signup/${merchant.slug}`.replace('http://', ''))).toBeVisible();
  expect(await readQr(sheet.locator('svg'))).toBe(`${baseURL}/signup/${merchant.slug}`);
  await expect(dialog).toBeHidden();
  await expect(counter.getByRole('navigation')).toBeHidden();
  expect(await printedPages(counter)).toEqual([A4]);
  await counter.emulateMedia({ media: null, colorScheme: null });

  await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(counter.getByRole('button', { name: 'Imprimir cartaz' })).toBeFocused();
  await expect(sheet).toHaveCount(0);
});
