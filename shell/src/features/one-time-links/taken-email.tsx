import { Link } from 'react-router-dom';
import { Alert } from 'ui/alert';

/** The link came too late: the address was confirmed by another one. */
export function TakenEmail({ email }: { email: string }) {
  return (
    <Alert tone="warning" title="Este email já tem um acesso ao painel">
      O link não vale mais.{' '}
      <Link to="/login" state={{ email }}>
        Entre com a sua senha
      </Link>{' '}
      ou{' '}
      <Link to="/forgot-password" state={{ email }}>
        crie uma nova
      </Link>
      .
    </Alert>
  );
}
