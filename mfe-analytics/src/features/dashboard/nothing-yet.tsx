import { ShoppingBag } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';

/** Before the first purchase. */
export function NothingYet() {
  return (
    <Card>
      <ScreenState
        state="empty"
        icon={<ShoppingBag />}
        title="Nenhuma venda registrada ainda"
        description="Gere o primeiro cashback e os números do período aparecem aqui."
        action={
          <Link to="/cashback" className={buttonClassName({})}>
            Gerar Cashback
          </Link>
        }
      />
    </Card>
  );
}
