import { Link } from 'react-router-dom';
import { Alert } from 'ui/alert';
import { buttonClassName } from 'ui/button';
import { PROFILE } from './profile-address.ts';

/** Days are left to set up the second step that the merchant demands, today included. */
export function FactorDemandNotice({ daysLeft, isAtProfile }: { daysLeft: number; isAtProfile: boolean }) {
  return (
    <Alert
      tone="warning"
      title="A sua loja exige a verificação em duas etapas"
      action={
        !isAtProfile && (
          <Link to={PROFILE} className={buttonClassName({ variant: 'secondary' })}>
            Ativar em Meu Perfil
          </Link>
        )
      }
    >
      {daysLeft === 0 ? OVER : soonMessage(daysLeft)}
    </Alert>
  );
}

const OVER = 'O prazo acabou. Adicione uma chave de acesso ou um aplicativo de códigos para continuar.';
const soonMessage = (daysLeft: number) => `${leftMessage(daysLeft)}: depois disso, o painel só abre com ela.`;
function leftMessage(daysLeft: number): string {
  if (daysLeft === 1) return 'Hoje é o último dia para ativar';
  return daysLeft === 2 ? 'Ative até amanhã' : `Faltam ${daysLeft - 1} dias para ativar`;
}
