import { expect, type Page } from '@playwright/test';

/** Adds a passkey in the open profile. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  const isFirst = (await page.getByRole('button', { name: 'Criar novos códigos' }).count()) === 0;
  await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Dê um nome à chave')).toBeVisible();
  await dialog.getByLabel('Nome da chave').fill(name);
  await page.keyboard.press('Enter');
  if (isFirst) {
    const items = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
    await expect(items).toHaveCount(10);
    await page.getByRole('button', { name: 'Já guardei' }).click();
  }
  await expect(passkeyRow(page, name)).toBeVisible();
}

export const passkeyRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Chaves de acesso' }).getByRole('listitem').filter({ hasText: name });
