import type { Locator, Page, Route } from '@playwright/test';
import { expectAccessible } from '../src/axe.ts';
import { countTotals, insertPurchase, insertSpend, month, today, written } from '../src/dashboard-screen.ts';
import { asOwner } from '../src/database.ts';
import { expect, type Merchant, test } from '../src/merchant.ts';
import { reais, valueUnder } from '../src/reports-screen.ts';

const amount = (page: Page) => page.getByLabel('Valor investido');
const add = (page: Page) => page.getByRole('button', { name: 'Adicionar investimento' });
const analysis = (page: Page) => page.getByRole('region', { name: 'Análise LTV/CAC' });
const entries = (page: Page) => page.getByRole('list', { name: 'Investimentos do período' });

/** 'green', 'red' or 'plain': the text's color on the screen, by the names of the theme that is shown. */
async function color(text: Locator): Promise<string> {
  return await text.evaluate((element) => {
    const named = (name: string) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(--color-${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    };
    const shown = getComputedStyle(element).color;
    const names = { green: 'green-ink', red: 'red-ink', plain: 'ink' };
    return Object.entries(names).find(([, name]) => named(name) === shown)?.[0] ?? shown;
  });
}

const refusal = (httpStatus: number, refused: string, message: string) => (route: Route) =>
  route.fulfill({
    status: httpStatus,
    json: { error: { message, code: -32603, data: { code: 'CONFLICT', httpStatus, refusal: refused } } },
  });

/** The field's value while a message is shown, and the message's cause: one press of the button. */
async function expectMessage(page: Page, message: string): Promise<void> {
  await add(page).click();
  await expect(page.getByText(message).first()).toBeVisible();
  await expect(amount(page)).toHaveValue(/R\$\s150,00/);
  await expect(add(page)).toBeEnabled();
  // Gone before the next one comes.
  await expect(page.getByText(message)).toHaveCount(0);
}

test('an investment is noted, counted at once, and the field is ready for the next', async ({
  counter,
  merchant,
}) => {
  await insertPurchase(merchant, `${month().from} 00:00:00`, 30_000);
  await counter.goto('/dashboard');
  await expect(counter.getByLabel('Data', { exact: true })).toHaveValue(written(today()));
  await amount(counter).fill('150,00');
  await amount(counter).press('Enter');
  await expect(counter.getByText('Investimento adicionado com sucesso!')).toBeVisible();
  await expect(amount(counter)).toHaveValue('');
  await expect(valueUnder(counter, 'Investimento Total')).toHaveText(reais(15_000));
  await expect(valueUnder(counter, 'Custo por cliente novo \\(CAC\\)')).toHaveText(reais(15_000));
  await expect(entries(counter)).toContainText(/R\$\s150,00.*Rita de Cássia/);
  await expect(entries(counter)).toContainText(written(today()));
  await expectAccessible(counter, 'investment noted');

  // The same once more is another one.
  await amount(counter).fill('150,00');
  await add(counter).click();
  await expect(valueUnder(counter, 'Investimento Total')).toHaveText(reais(30_000));
  // A spend of another month is recorded in that month.
  await counter.getByLabel('Data', { exact: true }).fill(written(month(-1).to));
  await expect(counter.getByText('Fica fora do período escolhido.')).toBeVisible();
  await amount(counter).fill('20,00');
  await add(counter).click();
  await expect(amount(counter)).toHaveValue('');
  await expect(valueUnder(counter, 'Investimento Total')).toHaveText(reais(30_000));
  expect(await countTotals(merchant, month(-1))).toMatchObject({ spend: 2_000 });
  await counter.getByRole('button', { name: 'Mês passado' }).click();
  await expect(valueUnder(counter, 'Investimento Total')).toHaveText(reais(2_000));
});

test('each message of the form is said as it should be, and nothing typed is lost', async ({
  counter,
  merchant,
}) => {
  await insertPurchase(merchant, `${month().from} 00:00:00`, 1_000);
  await counter.goto('/dashboard');
  await add(counter).click();
  await expect(amount(counter)).toHaveAccessibleDescription('Insira um valor válido');
  await expect(amount(counter)).toBeFocused();
  await expectAccessible(counter, 'investment without a value');
  await amount(counter).fill('150,00');
  await expect(amount(counter)).toHaveAccessibleDescription('');
  await counter.getByLabel('Data', { exact: true }).fill('');
  await add(counter).click();
  await expect(counter.getByLabel('Data', { exact: true })).toHaveAccessibleDescription(
    'Informe uma data válida',
  );
  await expect(counter.getByLabel('Data', { exact: true })).toBeFocused();
  await counter.getByLabel('Data', { exact: true }).fill(written(today()));

  const outdated = 'Banco de dados precisa ser atualizado. Execute o script SQL fornecido.';
  await counter.route('**/trpc/spend.add', (route) => route.abort());
  await expectMessage(counter, 'Erro ao adicionar investimento');
  await counter.route('**/trpc/spend.add', (route) => route.fulfill({ status: 500, body: '{}' }));
  await expectMessage(counter, 'Erro ao adicionar investimento');
  await counter.route('**/trpc/spend.add', refusal(503, 'database_outdated', outdated));
  await expectMessage(counter, outdated);
  expect(await countTotals(merchant, month())).toMatchObject({ spend: 0 });

  await counter.unroute('**/trpc/spend.add');
  await asOwner(`DELETE FROM sessions s USING employees e WHERE e.id = s.employee_id AND e.email = $1`, [
    merchant.email,
  ]);
  await add(counter).click();
  await expect(counter.getByText('Erro: Merchant não identificado. Faça login novamente.')).toBeVisible();
  await expect(counter).toHaveURL(/\/login/);
});

test('an answer lost on the way and asked for again notes the investment once', async ({
  counter,
  merchant,
}) => {
  await insertPurchase(merchant, `${month().from} 00:00:00`, 1_000);
  const sent: string[] = [];
  await counter.route('**/trpc/spend.add', async (route) => {
    sent.push((route.request().postDataJSON() as { operationId: string }).operationId);
    const answer = await route.fetch();
    expect(answer.status()).toBe(200);
    await (sent.length === 1 ? route.abort() : route.fulfill({ response: answer }));
  });
  await counter.goto('/dashboard');
  await amount(counter).fill('150,00');
  await add(counter).click();
  await expect(counter.getByText('Erro ao adicionar investimento')).toBeVisible();
  // The spend was recorded, and the numbers include it although the answer never came.
  await expect(valueUnder(counter, 'Investimento Total')).toHaveText(reais(15_000));
  await add(counter).click();
  await expect(counter.getByText('Investimento adicionado com sucesso!')).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(1);
  expect(await countTotals(merchant, month())).toMatchObject({ spend: 15_000 });
  await expect(entries(counter).getByRole('listitem')).toHaveCount(1);
});

test('the ratio is said in its band, to the centavo at each limit, and the return with its sign and color', async ({
  counter,
  merchant,
}) => {
  const show = async (spent: number) => {
    await asOwner(
      'DELETE FROM marketing_spend s USING merchants m WHERE m.id = s.merchant_id AND m.signup_link_slug = $1',
      [merchant.slug],
    );
    if (spent > 0) await insertSpend(merchant, today(), spent);
    await counter.goto('/dashboard');
    await expect(valueUnder(counter, 'Custo por cliente novo \\(CAC\\)')).toHaveText(reais(spent));
  };
  const roi = valueUnder(counter, 'Retorno \\(ROI\\)').locator('span');
  await insertPurchase(merchant, `${month().from} 00:00:00`, 30_000);

  await show(0);
  await expect(analysis(counter)).toHaveCount(0);
  await expect(roi).toHaveText('0,0%');
  for (const [spent, ratio, message, percent, shown] of [
    [1_000, '30,00', 'Excelente! Ratio acima de 3:1', '+2.900,0%', 'green'],
    [10_000, '3,00', 'Excelente! Ratio acima de 3:1', '+200,0%', 'green'],
    [10_001, '3,00', 'Bom, mas pode melhorar', '+200,0%', 'green'],
    [30_000, '1,00', 'Bom, mas pode melhorar', '0,0%', 'plain'],
    [30_001, '1,00', 'Atenção! LTV menor que CAC', '0,0%', 'plain'],
    [40_000, '0,75', 'Atenção! LTV menor que CAC', '-25,0%', 'red'],
  ] as const) {
    await show(spent);
    await expect(analysis(counter)).toContainText(ratio);
    await expect(analysis(counter).getByText(message, { exact: true })).toBeVisible();
    await expect(roi).toHaveText(percent);
    for (const colorScheme of ['light', 'dark'] as const) {
      await counter.emulateMedia({ colorScheme });
      expect(await color(roi), `${percent}, ${colorScheme}`).toBe(shown);
    }
    await counter.emulateMedia({ colorScheme: null });
    // A message looks the same wherever it begins in its band.
    if (percent !== '0,0%' && spent !== 10_000) await expectAccessible(counter, message);
  }
  // Money was spent and no customer came: the cost of one is undefined, and so is the ratio.
  await counter.goto(`/dashboard?de=${today()}&ate=${month(1).to}`);
  if (today() !== month().from) {
    await expect(valueUnder(counter, 'Novos Clientes')).toHaveText('0');
    await expect(analysis(counter)).toHaveCount(0);
    await expect(roi).toHaveText('-100,0%');
  }
});

async function openAs(role: string, merchant: Merchant, counter: Page): Promise<void> {
  await asOwner('UPDATE employees SET role = $2 WHERE email = $1', [merchant.email, role]);
  await counter.goto('/dashboard');
}

test('who may not note investments sees them and no form; a manager takes a mistake out again', async ({
  counter,
  merchant,
}) => {
  await insertPurchase(merchant, `${month().from} 00:00:00`, 30_000);
  for (const cents of [1_100, 2_200, 3_300, 4_400, 5_500]) await insertSpend(merchant, today(), cents);
  for (const role of ['employee', 'operator']) {
    await openAs(role, merchant, counter);
    await expect(valueUnder(counter, 'Investimento Total')).toHaveText(reais(16_500));
    await expect(entries(counter).getByRole('listitem')).toHaveCount(3);
    await expect(amount(counter)).toHaveCount(0);
    await expect(counter.getByRole('button', { name: /^Remover/ })).toHaveCount(0);
  }
  await expectAccessible(counter, 'dashboard of an operator');

  await openAs('manager', merchant, counter);
  await counter.getByRole('button', { name: 'Mostrar mais (2)' }).click();
  await expect(entries(counter).getByRole('listitem')).toHaveCount(5);
  const remove = counter.getByRole('button', { name: /^Remover investimento de R\$\s22,00 em/ });
  const dialog = counter.getByRole('dialog');
  await remove.press('Enter');
  await expect(dialog).toContainText(/R\$\s22,00/);
  await expectAccessible(counter, 'asked before an investment is removed');
  await counter.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await counter.route('**/trpc/spend.remove', (route) => route.abort());
  await remove.click();
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect(dialog).toContainText('Erro ao remover investimento. Tente novamente.');
  await counter.unroute('**/trpc/spend.remove');
  await dialog.getByRole('button', { name: 'Remover' }).click();
  await expect(counter.getByText('Investimento removido')).toBeVisible();
  await expect(entries(counter)).toBeFocused();
  await expect(entries(counter).getByRole('listitem')).toHaveCount(4);
  await expect(valueUnder(counter, 'Investimento Total')).toHaveText(reais(14_300));
  await expect(counter.getByRole('button', { name: /R\$\s22,00/ })).toHaveCount(0);
});
