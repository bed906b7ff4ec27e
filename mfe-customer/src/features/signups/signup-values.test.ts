import { describe, expect, it } from 'vitest';
import { firstWrongField, missingMessage, type SignupValues, signupErrors } from './signup-values.ts';

const RITA: SignupValues = { name: 'Rita', email: '', phone: '11987654321', consents: [] };
const MISSING = { name: 'Informe o seu nome', phone: 'Informe o seu telefone' };

describe('what a customer types into the signup form', () => {
  it.each([
    ['a name and a mobile number', RITA],
    ['a landline', { ...RITA, phone: '1132104567' }],
    ['an e-mail with blanks around it', { ...RITA, email: ' rita@exemplo.com.br ' }],
  ])('%s are enough', (_, values) => {
    expect(signupErrors(values)).toEqual({});
    expect(firstWrongField(signupErrors(values))).toBeUndefined();
    expect(missingMessage(signupErrors(values))).toBeUndefined();
  });

  it('name and phone are needed, and a blank name is none', () => {
    const errors = signupErrors({ ...RITA, name: '  ', phone: '' });
    expect(errors).toEqual(MISSING);
    expect(missingMessage(errors)).toBe('Por favor, preencha nome e telefone');
    expect(firstWrongField(errors)).toBe('name');
  });

  it.each(['rita', 'rita@exemplo', 'rita @exemplo.com', 'Rita <rita@exemplo.com>'])(
    '%s is no e-mail',
    (email) => {
      expect(signupErrors({ ...RITA, email })).toEqual({ email: 'Email inválido' });
    },
  );

  it('offers by e-mail need an e-mail, those by WhatsApp do not', () => {
    const email = 'Informe o email, ou desmarque as ofertas por email';
    expect(signupErrors({ ...RITA, consents: ['email', 'whatsapp'] })).toEqual({ email });
    expect(signupErrors({ ...RITA, consents: ['whatsapp'] })).toEqual({});
    expect(signupErrors({ ...RITA, email: 'rita@exemplo.com', consents: ['email'] })).toEqual({});
  });

  it.each(['119876', '10987654321', '119876543210'])('%s is no phone', (phone) => {
    expect(signupErrors({ ...RITA, phone })).toEqual({ phone: 'Número de telefone inválido' });
  });

  it('the focus goes to the first wrong field, and a toast only says that something is missing', () => {
    const errors = signupErrors({ ...RITA, email: 'rita', phone: '' });
    expect(firstWrongField(errors)).toBe('email');
    expect(missingMessage(errors)).toBe('Por favor, preencha nome e telefone');
    expect(missingMessage(signupErrors({ ...RITA, email: 'rita', phone: '119' }))).toBeUndefined();
  });
});
