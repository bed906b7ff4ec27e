import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { openCounterApi } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { HOST_KINDS, openHost } from '../src/hosts.ts';
import { expect, type Merchant, newPhone, signUpMerchant, test } from '../src/merchant.ts';

// Each of the customer's screens in each of its states, 390 pixels wide, on each kind of host.

/** '11987654321' → '(11) 98765-4321', as the screens write it. */
const written = (phone: string) => `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const home = (page: Page) => page.getByRole('link', { name: 'Voltar ao Início' });
const retry = (page: Page) => page.getByRole('button', { name: 'Tentar novamente' });
const balance = (page: Page) => page.getByRole('link', { name: 'Ver Meu Saldo Completo' });
const region = (page: Page) => page.locator('main');

/** The red screen with this message, and nothing that would only fail again. */
async function expectRefused(page: Page, message: string): Promise<void> {
  await expect(heading(page, 'Ops! Algo deu errado')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Peça um novo código no caixa.' })).toBeVisible();
  await expect(retry(page)).toHaveCount(0);
  await expect(home(page)).toBeVisible();
}

/** The rest of a receipt: the fact that it was confirmed. */
async function expectUsed(page: Page, title: string): Promise<void> {
  await expect(heading(page, new RegExp(`^${title} Este link foi usado em`))).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${title}`));
}

async function setRules(merchant: Merchant, rules: string): Promise<void> {
  await asOwner(`UPDATE merchants SET ${rules} WHERE signup_link_slug = $1`, [merchant.slug]);
}

/** By the keyboard alone: Tab until `link` has the focus, at most a few times, then Enter. */
async function tabTo(page: Page, target: ReturnType<typeof home>): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab does not reach it');
}

for (const kind of HOST_KINDS) {
  test.describe(kind, () => {
    /** A screen looks the same on every host; axe reads it once. */
    async function expectReadable(page: Page, state: string): Promise<void> {
      await expectPageWidth(page, 390);
      if (kind === 'slug host') await expectAccessible(page, state);
    }

    test('cashback: confirmed, opened again, maturing, refused, and a server that was away', async ({
      phone,
      merchant,
      request,
    }) => {
      const origin = await openHost(kind, merchant);
      const counterApi = await openCounterApi(request, merchant);
      const customer = newPhone();

      await test.step('the credit, its purchase, merchant and customer', async () => {
        const purchase = await counterApi.sell(customer, 10_000);
        for (let opening = 0; opening < 2; opening += 1) {
          await phone.goto(`${origin}${purchase.path}`);
          await expect(heading(phone, 'Parabéns! Seu cashback foi creditado com sucesso!')).toBeVisible();
          await expect(region(phone)).toContainText(/R\$\s5,00/);
          await expect(region(phone)).toContainText(/5% de R\$\s100,00/);
          await expect(region(phone)).toContainText(written(customer));
          await expect(region(phone)).toContainText(/Saldo disponível\s*R\$\s5,00/);
          await expect(region(phone)).toContainText(`${merchant.name} agradece a sua compra!`);
        }
        await expect(heading(phone, /Parabéns/)).toBeFocused();
        await expectReadable(phone, 'cashback confirmed');
      });

      await test.step('by keyboard on to the balance', async () => {
        await tabTo(phone, balance(phone));
        await phone.keyboard.press('Enter');
        await expect(phone).toHaveURL(new RegExp(`^${origin}/customer/dashboard/${customer}`));
        await expect(region(phone)).toContainText(/Disponível\s*R\$\s5,00/);
      });

      await test.step('a day after its confirmation the link says when it was used, and nothing of the customer', async () => {
        const purchase = await counterApi.sell(customer, 10_000);
        await counterApi.confirm(purchase);
        await asOwner(`UPDATE transactions SET qr_scanned_at = '2026-03-10T15:30:00Z' WHERE id = $1`, [
          purchase.transactionId,
        ]);
        await phone.goto(`${origin}${purchase.path}`);
        await expectUsed(phone, 'Cashback já confirmado');
        await expect(region(phone)).toContainText('Este link foi usado em 10/03/2026.');
        await expect(phone.locator('body')).not.toContainText(/R\$|\d{4}-\d{4}/);
        await expectReadable(phone, 'cashback, link used earlier');
        const ask = phone.getByRole('link', { name: 'Consultar Meu Saldo' });
        await expect(ask).toHaveAttribute('href', `/customer/dashboard?loja=${merchant.slug}`);
        await counterApi.reversePurchase(purchase.transactionId, 10_000);
      });

      await test.step('what is still to mature says when it comes', async () => {
        await setRules(merchant, 'cashback_available_immediately = false, cashback_maturing_days = 7');
        await phone.goto(`${origin}${(await counterApi.sell(customer, 20_000)).path}`);
        await expect(region(phone)).toContainText(/R\$\s10,00/);
        await expect(region(phone)).toContainText(/a liberar em \d\d\/\d\d\/\d{4}/);
        await expect(region(phone)).toContainText(/Saldo disponível\s*R\$\s5,00/);
        await expectReadable(phone, 'cashback maturing');
      });

      await test.step('an unknown code and an expired one are the same red screen', async () => {
        const late = await counterApi.sell(customer, 30_000);
        await asOwner(
          `UPDATE transactions SET token_expires_at = now() - interval '1 second' WHERE id = $1`,
          [late.transactionId],
        );
        for (const path of [late.path, '/customer/cashback/CASHBACK_1700000000000abc']) {
          await phone.goto(`${origin}${path}`);
          await expectRefused(phone, 'QR Code inválido ou expirado');
        }
        await expectReadable(phone, 'cashback refused');
        await tabTo(phone, home(phone));
        await phone.keyboard.press('Enter');
        // This device remembers the phone: from the start page as from the button it is the balance.
        await expect(phone).toHaveURL(new RegExp(`^${origin}/customer/dashboard/${customer}`));
        await expect(region(phone)).toContainText('Disponível');
      });

      await test.step('a server that is away can be asked again, and the cashback is credited once', async () => {
        const purchase = await counterApi.sell(customer, 40_000);
        await phone.route('**/trpc/cashback.confirm*', (route) => route.abort());
        await phone.goto(`${origin}${purchase.path}`);
        await expect(heading(phone, 'Ops! Algo deu errado')).toBeVisible();
        await expect(phone.getByRole('alert').filter({ hasText: 'Sem conexão' })).toBeVisible();
        await expectReadable(phone, 'cashback, server away');
        await phone.unroute('**/trpc/cashback.confirm*');
        await tabTo(phone, retry(phone));
        await phone.keyboard.press('Enter');
        await expect(heading(phone, /Seu cashback foi creditado com sucesso!/)).toBeVisible();
        await expect(region(phone)).toContainText(/R\$\s20,00/);
      });
    });

    test('redemption: confirmed, opened again, undone since, not enough, after its 15 minutes', async ({
      phone,
      merchant,
      request,
    }) => {
      const origin = await openHost(kind, merchant);
      const counterApi = await openCounterApi(request, merchant);
      const customer = newPhone();
      await counterApi.confirm(await counterApi.sell(customer, 100_000));

      await test.step('what was taken and what remains, however often it is opened', async () => {
        const redemption = await counterApi.redeem(customer, 3_000);
        for (let opening = 0; opening < 2; opening += 1) {
          await phone.goto(`${origin}${redemption.path}`);
          await expect(
            heading(phone, 'Resgate Confirmado! Seu cashback foi resgatado com sucesso!'),
          ).toBeVisible();
          await expect(region(phone)).toContainText(/R\$\s30,00/);
          await expect(region(phone)).toContainText('Descontado do seu saldo');
          await expect(region(phone)).toContainText(merchant.name);
          await expect(region(phone)).toContainText(written(customer));
          await expect(region(phone)).toContainText(/Saldo restante\s*R\$\s20,00/);
        }
        await expectReadable(phone, 'redemption confirmed');
        await asOwner(`UPDATE redemptions SET completed_at = now() - interval '1 day' WHERE id = $1`, [
          redemption.redemptionId,
        ]);
        await phone.goto(`${origin}${redemption.path}`);
        await expectUsed(phone, 'Resgate já confirmado');
        await expect(phone.locator('body')).not.toContainText(/R\$|\d{4}-\d{4}/);
        await expectReadable(phone, 'redemption, link used earlier');
        await counterApi.reverseRedemption(redemption.redemptionId);
        await phone.goto(`${origin}${redemption.path}`);
        await expectRefused(phone, 'QR Code inválido ou expirado');
      });

      await test.step('two codes for the whole balance: the second is told that there is not enough', async () => {
        const [first, second] = [
          await counterApi.redeem(customer, 5_000),
          await counterApi.redeem(customer, 5_000),
        ];
        expect(await counterApi.confirm(first)).toBe(200);
        await phone.goto(`${origin}${second.path}`);
        await expectRefused(phone, 'Saldo insuficiente para este resgate');
        await expectReadable(phone, 'redemption refused');
        await counterApi.adjust(customer, 5_000);
      });

      await test.step('a code that was not confirmed in its 15 minutes', async () => {
        const late = await counterApi.redeem(customer, 1_000);
        const [row] = await asOwner<{ minutes: number }>(
          `UPDATE redemptions SET token_expires_at = now() - interval '1 second' WHERE id = $1
           RETURNING (SELECT round(extract(epoch FROM r.token_expires_at - r.created_at) / 60)::int
                      FROM redemptions r WHERE r.id = $1) AS minutes`,
          [late.redemptionId],
        );
        expect(row?.minutes).toBe(15);
        await phone.goto(`${origin}${late.path}`);
        await expectRefused(phone, 'QR Code inválido ou expirado');
      });

      await test.step('a server that is away can be asked again', async () => {
        const redemption = await counterApi.redeem(customer, 1_000);
        await phone.route('**/trpc/redemptions.confirm*', (route) => route.abort());
        await phone.goto(`${origin}${redemption.path}`);
        await expect(phone.getByRole('alert').filter({ hasText: 'Sem conexão' })).toBeVisible();
        await phone.unroute('**/trpc/redemptions.confirm*');
        await retry(phone).click();
        await expect(heading(phone, /Resgate Confirmado!/)).toBeVisible();
        await expect(region(phone)).toContainText(/Saldo restante\s*R\$\s40,00/);
      });
    });

    test('balance: everything there can be, nothing yet, an unknown phone, and too many questions', async ({
      phone,
      merchant,
      request,
    }) => {
      const origin = await openHost(kind, merchant);
      const counterApi = await openCounterApi(request, merchant);
      const customer = newPhone();
      const where = kind === 'platform host' ? `?loja=${merchant.slug}` : '';
      const open = (number: string) => phone.goto(`${origin}/customer/dashboard/${number}${where}`);

      await test.step('credits, what matures and expires, reversals, corrections, redemptions', async () => {
        const first = await counterApi.sell(customer, 10_000);
        await counterApi.confirm(first);
        await setRules(merchant, 'cashback_expires = true, cashback_expiration_days = 30');
        await counterApi.confirm(await counterApi.sell(customer, 20_000));
        await setRules(merchant, 'cashback_available_immediately = false, cashback_maturing_days = 7');
        await counterApi.confirm(await counterApi.sell(customer, 30_000));
        await counterApi.sell(customer, 7_700);
        await counterApi.reversePurchase(first.transactionId, 4_000);
        await counterApi.adjust(customer, 150);
        const undone = await counterApi.redeem(customer, 300);
        await counterApi.confirm(undone);
        await counterApi.reverseRedemption(undone.redemptionId);
        await counterApi.confirm(await counterApi.redeem(customer, 400));

        await open(customer);
        await expect(region(phone)).toContainText(/Disponível\s*R\$\s10,50/);
        await expect(heading(phone, `${merchant.name} - Cashback`)).toBeVisible();
        for (const tile of ['Total Acumulado', 'Total Gasto'])
          await expect(region(phone).getByText(tile, { exact: true })).toBeVisible();
        await expect(region(phone)).toContainText(/R\$\s15,00 a liberar em \d\d\/\d\d\/\d{4}/);
        await expect(region(phone)).toContainText(/R\$\s[\d,]+ vencem em \d\d\/\d\d\/\d{4}/);
        for (const section of ['Histórico de Cashback', 'Histórico de Resgates'])
          await expect(phone.getByRole('heading', { level: 2, name: section })).toBeVisible();
        await expect(region(phone)).toContainText(/\d\d\/\d\d\/\d{4} às \d\d:\d\d/);
        await expect(region(phone)).toContainText('aguardando leitura do QR Code');
        await expect(region(phone)).toContainText('Peça o código no caixa');
        await expect(region(phone).getByText('Estorno', { exact: true })).toHaveCount(2);
        await expect(region(phone).getByText('Ajuste', { exact: true })).toHaveCount(1);
        await expect(region(phone).getByText('Resgatado', { exact: true })).toHaveCount(2);
        await expect(phone.getByText('Dica', { exact: true })).toBeVisible();
        await expectReadable(phone, 'balance');
      });

      await test.step('a customer who has not bought yet', async () => {
        const newcomer = newPhone();
        const input = { slug: merchant.slug, name: 'Nova Cliente', phone: newcomer };
        const answer = await request.post('/trpc/customers.signUp', {
          headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
          data: input,
        });
        expect(answer.status()).toBe(200);
        await open(newcomer);
        await expect(phone.getByText('Nenhuma transação ainda')).toBeVisible();
        await expect(phone.getByText('Histórico de Resgates')).toHaveCount(0);
        await expect(phone.getByText('Nova Cliente')).toHaveCount(0);
        await expectReadable(phone, 'balance, no purchase yet');
      });

      await test.step('an unknown number', async () => {
        await open(newPhone());
        await expect(phone.getByText('Cliente não encontrado')).toBeVisible();
        await expect(phone.getByText('Verifique o número de telefone')).toBeVisible();
        await expectReadable(phone, 'balance, unknown phone');
      });

      await test.step('an address that asks too often is told so, and nothing of the customer', async () => {
        const ask = () =>
          phone.evaluate(async () => {
            const input = encodeURIComponent(JSON.stringify({ phone: '11900000000' }));
            return (await fetch(`/trpc/customers.dashboard?input=${input}`)).status;
          });
        await expect.poll(ask, { intervals: [1] }).toBe(429);
        await open(customer);
        await expect(
          phone.getByText('Muitas tentativas. Aguarde alguns minutos e tente novamente.'),
        ).toBeVisible();
        await expect(retry(phone)).toBeVisible();
        await expect(phone.getByText(/R\$\s10,50/)).toHaveCount(0);
        await expectReadable(phone, 'balance, too many questions');
      });
    });

    test('signup: mended at the fields, new, welcome back, and a link that leads nowhere', async ({
      phone,
      merchant,
      request,
    }) => {
      const origin = await openHost(kind, merchant);
      const customer = newPhone();
      const [name, email, number] = [
        phone.getByLabel('Nome Completo'),
        phone.getByLabel('Email', { exact: true }),
        phone.getByLabel('Telefone'),
      ];
      const submit = phone.getByRole('button', { name: 'Cadastrar e Começar' });
      const said = (message: string) => region(phone).getByText(message, { exact: true });

      await test.step('each mistake is said at its field, which gets the focus', async () => {
        await phone.goto(`${origin}/signup/${merchant.slug}`);
        await expect(submit).toBeVisible();
        await expect(region(phone)).toContainText(`Compre e receba 5% de volta. ${merchant.name}`);
        await expect(phone.getByRole('list', { name: 'Benefícios' }).getByRole('listitem')).toHaveCount(3);
        await expectReadable(phone, 'signup');
        await submit.click();
        await expect(name).toBeFocused();
        await expect(name).toHaveAccessibleDescription(/Informe o seu nome/);
        await expect(number).toHaveAccessibleDescription(/Informe o seu telefone/);
        await name.fill('Maria da Conceição');
        await email.fill('maria@');
        await number.fill('119876');
        await phone.keyboard.press('Enter');
        await expect(email).toBeFocused();
        await expect(email).toHaveAccessibleDescription(/Email inválido/);
        await email.fill('maria@mail.example');
        await phone.keyboard.press('Enter');
        await expect(number).toBeFocused();
        await expect(number).toHaveAccessibleDescription(/Número de telefone inválido/);
        await expectReadable(phone, 'signup, mistakes');
        await expect(said('Email inválido')).toHaveCount(0);
      });

      await test.step('a new customer gets to their balance, and back again is welcome', async () => {
        await number.fill('');
        await number.pressSequentially(customer);
        await expect(number).toHaveValue(written(customer));
        await phone.keyboard.press('Enter');
        await expect(phone).toHaveURL(new RegExp(`^${origin}/customer/dashboard/${customer}`));
        await expect(phone.getByText('Nenhuma transação ainda')).toBeVisible();
        await phone.goto(`${origin}/signup/${merchant.slug}`);
        await name.fill('Outra Pessoa');
        await number.fill(customer);
        await phone.keyboard.press('Enter');
        await expect(phone.getByText('Bem-vindo de volta!')).toBeVisible();
        await expect(phone).toHaveURL(new RegExp(`^${origin}/customer/dashboard/${customer}`));
        await expect(phone.getByText(/Maria|Outra Pessoa/)).toHaveCount(0);
      });

      await test.step('an unknown link, on a merchant’s own host also another merchant’s, on the platform also a closed merchant’s', async () => {
        const other = await signUpMerchant(request);
        if (kind === 'platform host') await setRules(other, 'is_active = false');
        for (const slug of [`ninguem-${merchant.slug}`, other.slug, 'a'.repeat(80), 'Não Existe!']) {
          await phone.goto(`${origin}/signup/${encodeURIComponent(slug)}`);
          await expect(phone.getByText('Link Inválido')).toBeVisible();
          await expect(phone.getByText('Este link de cadastro não é válido ou está inativo.')).toBeVisible();
          await expect(phone.getByText(other.name)).toHaveCount(0);
        }
        await expectReadable(phone, 'signup, invalid link');
      });
    });
  });
}

test('on the platform a person’s programs stand side by side; on a merchant’s own host there is that one', async ({
  phone,
  merchant,
  request,
}) => {
  const customer = newPhone();
  const other = await signUpMerchant(request);
  const mine = await openCounterApi(request, merchant);
  await mine.confirm(await mine.sell(customer, 10_000));
  const theirs = await openCounterApi(request, other);
  await theirs.confirm(await theirs.sell(customer, 123_456_700));

  await phone.goto(`/customer/dashboard/${customer}`);
  const programs = phone.getByRole('list', { name: 'Programas de cashback' });
  await expect(programs.getByRole('listitem')).toHaveCount(2);
  await expect(region(phone)).toContainText(/Disponível\s*R\$\s61\.733,35/);
  await expect(programs.getByRole('link', { name: new RegExp(merchant.name) })).toContainText(/R\$\s5,00/);
  await expectPageWidth(phone, 390);
  await expectAccessible(phone, 'balance, several programs');
  await programs.getByRole('link', { name: new RegExp(other.name) }).click();
  await expect(region(phone)).toContainText(/Disponível\s*R\$\s61\.728,35/);
  await expect(phone.getByText(merchant.name)).toHaveCount(0);

  for (const kind of ['slug host', 'custom domain'] as const) {
    const origin = await openHost(kind, merchant);
    await phone.goto(`${origin}/customer/dashboard/${customer}`);
    await expect(region(phone)).toContainText(/Disponível\s*R\$\s5,00/);
    await expect(phone.getByText(other.name)).toHaveCount(0);
    await phone.goto(`${origin}/customer/dashboard/${customer}?loja=${other.slug}`);
    await expect(phone.getByText('Cliente não encontrado')).toBeVisible();
    await expect(phone.getByText(other.name)).toHaveCount(0);
  }
});
