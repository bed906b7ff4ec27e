import { expectAccessible } from '../src/axe.ts';
import { counterApiOf } from '../src/counter-api.ts';
import { asOwner } from '../src/database.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, newPhone, test } from '../src/merchant.ts';

test('the owner looks at an alert: holds the redemptions, reverses a purchase, closes it; another pair is fine', async ({
  counter,
  merchant,
}) => {
  const api = counterApiOf(counter.request);
  const [first, second] = [newPhone(), newPhone()];
  for (const phone of [first, second]) {
    await api.credit(phone, 20_000);
    await api.credit(phone, 20_100);
  }

  await counter.goto('/alerts');
  await expect(counter.getByText('Nenhum alerta aberto')).toBeVisible();
  await expectAccessible(counter, 'no alert');
  await asOwner("SELECT graphile_worker.add_job('watch-movements')", []);
  const countAlerts = async () => {
    const [row] = await asOwner<{ alerts: number }>(
      `SELECT count(*)::int AS alerts FROM alerts a JOIN merchants m ON m.id = a.merchant_id
       WHERE m.signup_link_slug = $1`,
      [merchant.slug],
    );
    return row?.alerts;
  };
  await expect.poll(countAlerts).toBe(2);
  await counter.reload();
  await expect(counter.getByRole('link', { name: /^Conferir/ })).toHaveCount(2);
  await expect(counter.getByText(/teve duas compras em menos de 1 minuto/).first()).toBeVisible();
  for (const scheme of ['light', 'dark'] as const) {
    await counter.emulateMedia({ colorScheme: scheme });
    for (const width of [390, 1440]) {
      await counter.setViewportSize({ width, height: 844 });
      await expectPageWidth(counter, width);
      await expectAccessible(counter, `open alerts at ${width}, ${scheme}`);
    }
  }
  await counter.emulateMedia({ colorScheme: 'light' });

  await counter.goto('/dashboard');
  await expect(counter.getByRole('link', { name: 'Alertas 2 abertos' })).toBeVisible();
  await counter.getByRole('link', { name: 'Alertas 2 abertos' }).click();

  await counter
    .getByRole('link', { name: /^Conferir/ })
    .first()
    .click();
  await expect(counter.getByRole('heading', { name: 'Compras em seguida', level: 1 })).toBeVisible();
  await counter.getByRole('button', { name: 'Reter resgates' }).click();
  await expect(counter.getByText('Resgates retidos', { exact: true })).toBeVisible();
  const phone = await heldPhone(merchant.slug);
  await counter.goto('/redemption');
  await counter.getByLabel('Telefone do cliente').fill(phone);
  await counter.keyboard.press('Enter');
  await counter.getByLabel('Valor a resgatar').fill('3,00');
  await counter.keyboard.press('Enter');
  await expect(counter.getByText(/A loja está conferindo este cadastro/)).toBeVisible();

  await counter.goto('/alerts');
  await expect(counter.getByText('Resgates retidos', { exact: true })).toBeVisible();
  await counter
    .getByRole('listitem')
    .filter({ hasText: 'Resgates retidos' })
    .getByRole('link', { name: /^Conferir/ })
    .click();
  const rows = counter.getByRole('list', { name: 'Compras' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  for (const scheme of ['light', 'dark'] as const) {
    await counter.emulateMedia({ colorScheme: scheme });
    for (const width of [390, 1440]) {
      await counter.setViewportSize({ width, height: 844 });
      await expectPageWidth(counter, width);
      await expectAccessible(counter, `an alert at ${width}, ${scheme}`);
    }
  }
  await counter.emulateMedia({ colorScheme: 'light' });
  await rows
    .first()
    .getByRole('button', { name: /^Estornar/ })
    .click();
  const dialog = counter.getByRole('dialog', { name: 'Estornar compra' });
  await dialog.getByRole('button', { name: 'Compra duplicada' }).click();
  await dialog.getByRole('button', { name: 'Estornar compra' }).click();
  await expect(rows.first()).toContainText('Estornado');
  await counter.getByRole('button', { name: 'Já resolvi' }).click();
  const closing = counter.getByRole('dialog');
  await expect(closing).toContainText('Os resgates retidos por este alerta são liberados.');
  await expectAccessible(counter, 'closing an alert');
  await closing.getByRole('button', { name: 'Encerrar', exact: true }).click();
  await expect(counter.getByText('Resolvido', { exact: true })).toBeVisible();

  await counter.goto('/alerts');
  await counter.getByRole('link', { name: /^Conferir/ }).click();
  await counter.getByRole('button', { name: 'Está tudo certo' }).click();
  await expect(closing).toContainText('A loja não é mais avisada sobre isto para');
  await closing.getByRole('button', { name: 'Está tudo certo' }).click();
  await counter.goto('/alerts');
  await expect(counter.getByText('Nenhum alerta aberto')).toBeVisible();
  await counter.getByRole('tab', { name: 'Encerrados' }).click();
  await expect(counter.getByRole('link', { name: /^Conferir/ })).toHaveCount(2);
});

test('thresholds show their effect before they are saved, and say what is wrong', async ({ counter }) => {
  const api = counterApiOf(counter.request);
  const phone = newPhone();
  for (const cents of [20_000, 20_100]) await api.credit(phone, cents);
  await counter.goto('/alerts');
  await counter.getByRole('link', { name: 'Limites' }).click();
  const effect = counter.getByRole('row').filter({ hasText: 'Muitas compras num dia' });
  await expect(effect.getByRole('cell')).toHaveText(['0', '0']);
  const field = counter.getByLabel('Compras por dia sem aviso');
  await field.fill('1');
  await expect(effect.getByRole('cell')).toHaveText(['0', '1']);
  for (const scheme of ['light', 'dark'] as const) {
    await counter.emulateMedia({ colorScheme: scheme });
    for (const width of [390, 1440]) {
      await counter.setViewportSize({ width, height: 844 });
      await expectPageWidth(counter, width);
      await expectAccessible(counter, `thresholds at ${width}, ${scheme}`);
    }
  }
  await field.fill('');
  await counter.getByRole('button', { name: 'Salvar limites' }).click();
  await expect(counter.getByText('Informe um número de 1 a 100')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('1');
  await counter.getByRole('button', { name: 'Salvar limites' }).click();
  await expect(counter.getByText('Limites salvos!')).toBeVisible();
  await counter.reload();
  await expect(field).toHaveValue('1');
  await expect(effect.getByRole('cell')).toHaveText(['1', '1']);
});

/** The phone of the merchant's customer whose redemptions are held. */
async function heldPhone(slug: string): Promise<string> {
  const rows: { phone?: unknown }[] = await asOwner(
    `SELECT c.phone FROM redemption_holds h JOIN customers c ON c.id = h.customer_id
     WHERE h.merchant_id = (SELECT id FROM merchants WHERE signup_link_slug = $1)`,
    [slug],
  );
  return String(rows[0]?.phone);
}
