import type { Page } from '@playwright/test';
import { ageProofs } from '../src/age-proofs.ts';
import { appCode } from '../src/app-code.ts';
import { expectAccessible } from '../src/axe.ts';
import { expectPageWidth } from '../src/expect-page-width.ts';
import { expect, test } from '../src/merchant.ts';

const FALTA = /Falta confirmar que é você/;

const proof = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' });
const password = (page: Page) => proof(page).getByLabel('Senha', { exact: true });

async function typeKey(page: Page, name: string): Promise<void> {
  await page.goto('/integrations?aba=api');
  await page.getByRole('button', { name: 'Nova chave' }).press('Enter');
  const field = page.getByLabel('Nome', { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type(name);
  await page.getByLabel('Registrar compras').press('Space');
  await page.keyboard.press('Enter');
}

test('an API key asks for the password once, by the keyboard alone; the key is then made by itself', async ({
  counter,
  merchant,
}) => {
  await ageProofs(merchant);
  await typeKey(counter, 'Caixa 1');
  await expect(password(counter)).toBeFocused();
  await expectAccessible(counter, 'the fresh proof');
  await counter.keyboard.press('Enter');
  await expect(proof(counter).getByText('Senha é obrigatória')).toBeVisible();
  await counter.keyboard.type('outra-senha-qualquer');
  await counter.keyboard.press('Enter');
  await expect(proof(counter).getByText('Senha atual incorreta')).toBeVisible();
  await expect(password(counter)).toBeFocused();
  await expectAccessible(counter, 'the fresh proof, wrong password');
  // Selected, so that what is typed next takes its place.
  await counter.keyboard.type(merchant.password);
  await counter.keyboard.press('Enter');
  await expect(counter.getByRole('dialog', { name: 'Chave de Caixa 1' })).toBeVisible();
  await expect(proof(counter)).toHaveCount(0);
  await counter.getByRole('button', { name: 'Já guardei' }).press('Enter');

  // Ten minutes without another question.
  await counter.getByRole('button', { name: /^Revogar/ }).press('Enter');
  await counter.getByRole('button', { name: 'Revogar', exact: true }).press('Enter');
  await expect(counter.getByText('Chave revogada')).toBeVisible();
});

for (const [how, cancel] of [
  ['Esc', (page: Page) => page.keyboard.press('Escape')],
  ['Cancelar', (page: Page) => proof(page).getByRole('button', { name: 'Cancelar' }).press('Enter')],
] as const) {
  test(`${how} leaves everything as it was typed, says what is missing, and the next try asks again`, async ({
    counter,
    merchant,
  }) => {
    await counter.setViewportSize({ width: 390, height: 780 });
    await ageProofs(merchant);
    await typeKey(counter, 'Caixa 2');
    await expect(password(counter)).toBeFocused();
    await expectPageWidth(counter, 390);
    await cancel(counter);
    await expect(proof(counter)).toHaveCount(0);
    const dialog = counter.getByRole('dialog', { name: 'Nova chave de API' });
    await expect(dialog.getByText(FALTA)).toBeVisible();
    await expect(dialog.getByLabel('Nome', { exact: true })).toHaveValue('Caixa 2');
    await expect(dialog.getByLabel('Registrar compras')).toBeChecked();
    await dialog.getByRole('button', { name: 'Criar chave' }).press('Enter');
    await password(counter).fill(merchant.password);
    await counter.keyboard.press('Enter');
    await expect(counter.getByRole('dialog', { name: 'Chave de Caixa 2' })).toBeVisible();
  });
}

test('with a second step the dialog asks for a code too', async ({ counter, merchant }) => {
  const call = async (path: string, data: object) => {
    const answer = await counter.request.post(`/trpc/auth.${path}`, {
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      data,
    });
    return (await answer.json()).result.data;
  };
  const { secret } = await call('startAuthenticator', {});
  const { recoveryCodes } = await call('confirmAuthenticator', { code: appCode(secret) });
  await ageProofs(merchant);
  await typeKey(counter, 'Caixa 3');
  await password(counter).fill(merchant.password);
  await counter.keyboard.press('Enter');
  await expect(proof(counter).getByLabel('Código do aplicativo')).toBeFocused();
  await expectAccessible(counter, 'the fresh proof with a code');
  await proof(counter).getByRole('button', { name: 'Usar um código de recuperação' }).press('Enter');
  const code = proof(counter).getByLabel('Código de recuperação', { exact: true });
  await expect(code).toBeFocused();
  await code.fill('aaaa-aaaa-aaaa-aaaa-aaaa-aaaa');
  await counter.keyboard.press('Enter');
  await expect(proof(counter).getByText('Código incorreto ou já usado')).toBeVisible();
  await code.fill(recoveryCodes[0]);
  await counter.keyboard.press('Enter');
  await expect(counter.getByRole('dialog', { name: 'Chave de Caixa 3' })).toBeVisible();
});

test('a file of customers is saved after the dialog, and so is a new phone in the profile', async ({
  counter,
  merchant,
}) => {
  await ageProofs(merchant);
  await counter.goto('/customers');
  await counter.getByRole('button', { name: 'Exportar' }).click();
  const download = counter.waitForEvent('download');
  await counter.getByRole('button', { name: 'Baixar arquivo' }).click();
  await password(counter).fill(merchant.password);
  await counter.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);

  await ageProofs(merchant);
  await counter.goto('/settings?aba=perfil');
  await counter.getByLabel('Telefone').fill('11987654321');
  await counter.getByRole('button', { name: 'Salvar perfil' }).click();
  await expect(password(counter)).toBeFocused();
  await counter.keyboard.press('Escape');
  await expect(counter.getByText(FALTA)).toBeVisible();
  await expect(counter.getByLabel('Telefone')).toHaveValue('(11) 98765-4321');
  await counter.getByRole('button', { name: 'Salvar perfil' }).click();
  await password(counter).fill(merchant.password);
  await counter.keyboard.press('Enter');
  await expect(counter.getByText('Perfil atualizado com sucesso!')).toBeVisible();
});

test('two calls that wait at once share one dialog', async ({ counter, merchant }) => {
  await counter.goto('/settings?aba=perfil');
  await expect(counter.getByLabel('Nome completo')).toBeVisible();
  await ageProofs(merchant);
  // As two remotes would: each hears the same answer.
  const answers = counter.evaluate(async () => {
    const ask = () => {
      const detail: { answer?: Promise<boolean> } = {};
      window.dispatchEvent(new CustomEvent('volta:proof', { detail }));
      return detail.answer;
    };
    return await Promise.all([ask(), ask()]);
  });
  await expect(proof(counter)).toHaveCount(1);
  await password(counter).fill(merchant.password);
  await counter.keyboard.press('Enter');
  expect(await answers).toEqual([true, true]);
  await expect(proof(counter)).toHaveCount(0);
});
