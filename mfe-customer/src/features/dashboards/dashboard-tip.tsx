import { Alert } from 'ui/alert';

/** An explanation of how cashback is earned and spent. */
export function DashboardTip() {
  return (
    <Alert tone="info" role="note" title="Dica">
      Informe seu telefone a cada compra para acumular cashback. Para usar o saldo, peça o resgate no caixa e
      leia o QR Code com a câmera do celular.
    </Alert>
  );
}
