import { expect, test } from 'vitest';
import { saveProfile } from '../auth/save-profile.ts';
import { useMoneyFixture } from '../test/money-fixture.ts';
import { saveMarketingSettings } from './save-marketing-settings.ts';
import { showCashbackSettings } from './show-cashback-settings.ts';
import { showGeneralSettings } from './show-general-settings.ts';
import { showMarketingSettings } from './show-marketing-settings.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

/** The session was found a moment ago; since then the merchant was closed, or the employee deactivated. */
const close = (table: 'merchants' | 'employees') =>
  fixture.owner.query(`UPDATE ${table} SET is_active = false WHERE id = $1`, [
    table === 'merchants' ? fixture.staff.merchantId : fixture.staff.employeeId,
  ]);

test('the settings of a merchant that was closed meanwhile are refused with the reason', async () => {
  const { app, staff } = fixture;
  const asks = [
    () => showGeneralSettings(app, staff.merchantId),
    () => showCashbackSettings(app, staff.merchantId),
    () => showMarketingSettings(app, staff.merchantId),
    () => saveMarketingSettings(app, staff, REQUEST, { gtmId: null, metaPixelId: null }),
  ];
  for (const ask of asks) await ask();
  await close('merchants');
  for (const ask of asks)
    await expect(ask()).rejects.toMatchObject({
      code: 'merchant_not_found',
      message: 'Merchant não encontrado. Faça login novamente.',
    });
});

test('the profile of an employee who was deactivated meanwhile is refused with the reason', async () => {
  const { app, staff } = fixture;
  const { name, email, phone } = staff.client.employee;
  await saveProfile(app, staff, REQUEST, { name, email, phone });
  await close('employees');
  await expect(saveProfile(app, staff, REQUEST, { name, email, phone })).rejects.toMatchObject({
    code: 'user_not_found',
    message: 'Usuário não encontrado. Faça login novamente.',
  });
});
