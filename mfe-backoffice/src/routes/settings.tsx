import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { PageHeader } from 'ui/page-header';
import { ProfileSettings } from '../features/profile/profile-settings.tsx';
import { CashbackSettings } from '../features/settings/cashback-settings.tsx';
import { GeneralSettings } from '../features/settings/general-settings.tsx';
import { MarketingSettings } from '../features/settings/marketing-settings.tsx';
import { type SettingsTab, SettingsTabs } from '../features/settings/settings-tabs.tsx';
import { SignupLink } from '../features/signup-link/signup-link.tsx';

const TABS: readonly [SettingsTab, ...SettingsTab[]] = [
  { id: 'perfil', label: 'Meu Perfil', permission: null, Panel: ProfileSettings },
  { id: 'geral', label: 'Geral', permission: 'settings.write', Panel: GeneralSettings },
  { id: 'cashback', label: 'Cashback', permission: 'settings.write', Panel: CashbackSettings },
  { id: 'link', label: 'Link de Cadastro', permission: 'settings.write', Panel: SignupLink },
  { id: 'marketing', label: 'Marketing', permission: 'settings.write', Panel: MarketingSettings },
];

export function SettingsRoute() {
  const { employee, factorDaysLeft } = useStaffSession();
  return (
    <>
      <PageHeader
        title="Configurações"
        description="O seu perfil, a loja e como o programa de cashback funciona."
        actions={
          roleMay(employee.role, 'settings.write') && (
            <Link to="/dashboard?passos=sim" className={buttonClassName({ variant: 'secondary' })}>
              Primeiros passos
            </Link>
          )
        }
      />
      {/* Nothing else answers before the second step that is demanded is set up. */}
      <SettingsTabs tabs={factorDaysLeft === 0 ? [TABS[0]] : TABS} />
    </>
  );
}
