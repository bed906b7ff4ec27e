import { BookOpen } from 'lucide-react';
import { ButtonLink } from 'ui/button-link';
import { CodeBlock } from '../../lib/code-block.tsx';
import { SettingsSection } from '../../lib/settings-section.tsx';
import styles from './how-to-use.module.css';

/** The API's address, an example of a call, and the link to the documentation. */
export function HowToUse() {
  const base = `${location.origin}/api/v1`;
  return (
    <SettingsSection
      title="Como usar"
      description="Seu caixa registra compras, consulta clientes, resgata e estorna por uma API REST em JSON."
    >
      <CodeBlock label="Endereço base" code={base} />
      <CodeBlock label="Registrar uma compra de R$ 150,00" code={purchaseCall(base)} />
      <ul className={styles.notes}>
        <li>Valores em centavos: R$ 150,00 é 15000.</li>
        <li>
          Cada operação leva um <code>Idempotency-Key</code> próprio (um UUID). Sem resposta, repita com o
          mesmo: nada é registrado duas vezes.
        </li>
        <li>A chave fica só no seu servidor ou caixa, nunca em uma página ou aplicativo de cliente.</li>
      </ul>
      <div>
        <ButtonLink variant="secondary" href={`${base}/openapi.json`} target="_blank" icon={<BookOpen />}>
          Documentação (OpenAPI)
        </ButtonLink>
      </div>
    </SettingsSection>
  );
}

function purchaseCall(base: string): string {
  return [
    `curl -X POST ${base}/purchases \\`,
    "  -H 'Authorization: Bearer SUA_CHAVE' \\",
    '  -H "Idempotency-Key: $(uuidgen)" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"phone":"11987654321","amountCents":15000}'`,
  ].join('\n');
}
