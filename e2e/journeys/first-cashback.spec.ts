import { SIGNUP_REDIRECT_MS } from 'domain/lifetimes';
import { measuredPerson } from '../src/measured-person.ts';
import { expect, newPhone, qrLink, test } from '../src/merchant.ts';

/**
 * A stranger's path from the sign-up to the first confirmed cashback, as what it costs by a fixed model. The
 * file also runs on versions without first steps, which go by a real purchase; it prints what it counted.
 */

const PASSWORD = 'quitanda-do-bairro';
/** Taking the phone out, pointing it at the code, and tapping the link. */
const SCAN_SECONDS = 6;

test('a stranger sees the first confirmed cashback within a hundred seconds of typing and reading', async ({
  page,
  phone,
}) => {
  const person = measuredPerson(page);
  const email = `rita${String(Date.now()).slice(-6)}@quitanda.example`;
  await page.goto('/signup');
  await person.screen(page.getByRole('button', { name: 'Criar Conta Grátis' }));
  await person.click(page.getByLabel('Nome do Estabelecimento'));
  const fields = ['Quitanda da Rita', '1132104567', 'Rua das Flores, 10', 'Rita de Cássia', email, PASSWORD];
  for (const field of fields) {
    await person.type(field);
    await person.press('Tab');
  }
  // The password's own button stands between the two.
  const confirmation = page.getByLabel('Confirmar Senha');
  if (!(await confirmation.evaluate((field) => field === document.activeElement))) await person.press('Tab');
  await person.type(PASSWORD);
  const terms = page.getByRole('checkbox', { name: /^Li e aceito/ });
  while (!(await terms.evaluate((field) => field === document.activeElement))) await person.press('Tab');
  await person.press('Space');
  await person.press('Enter');
  await person.screen(page.getByText('Conta criada com sucesso!'));
  person.wait(SIGNUP_REDIRECT_MS / 1_000);

  await expect(page).toHaveURL(/\/login$/);
  await person.screen(page.getByRole('button', { name: 'Entrar' }));
  await expect(page.getByLabel('Senha')).toBeFocused();
  await person.type(PASSWORD);
  await person.press('Enter');
  await person.screen(page.getByText('Nenhuma venda registrada ainda'));

  const trial = page.getByRole('button', { name: 'Compra de teste' });
  const isGuided = (await trial.count()) > 0;
  if (isGuided) {
    await person.click(trial);
    await person.click(page.getByRole('link', { name: 'Testar no meu celular' }));
    await person.screen(page.getByLabel('Seu telefone'));
    await expect(page.getByLabel('Seu telefone')).toBeFocused();
    await person.type(newPhone());
  } else {
    await person.click(page.getByRole('link', { name: 'Gerar Cashback' }).first());
    await person.screen(page.getByLabel('Telefone do cliente'));
    await expect(page.getByLabel('Telefone do cliente')).toBeFocused();
    await person.type(newPhone());
    await person.press('Enter');
    await person.type('10000');
  }
  await person.press('Enter');
  await person.screen(page.getByRole('dialog'));
  await phone.goto(await qrLink(page));
  await expect(phone.getByText('Parabéns!')).toBeVisible();
  person.wait(SCAN_SECONDS);
  await person.screen(page.getByRole('dialog').getByText(/Confirmado/));

  const cost = person.cost();
  process.stdout.write(
    `first cashback, ${isGuided ? 'by the first steps' : 'by a purchase'}: ${JSON.stringify(cost)}\n`,
  );
  expect(cost.seconds).toBeLessThanOrEqual(100);
});
