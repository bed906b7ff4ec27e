import { Alert } from 'ui/alert';

/** How cashback is earned and spent, for who got here without knowing. */
export function DashboardTip() {
  return (
    <Alert tone="info" role="note" title="Dica">
      Informe seu telefone a cada compra para acumular cashback. Para usar o saldo, peça o resgate no caixa e
      leia o QR Code com a câmera do celular.
    </Alert>
  );
}
