/** A merchant's stored address, from which every link and QR code is built; never from a request's header. */
export interface MerchantAddress {
  customDomain: string | null;
  customDomainStatus: string | null;
}

/** 'https://cashback.padaria.com.br' once the domain is verified, else the platform's public origin. */
export function canonicalOrigin(publicOrigin: string, address: MerchantAddress): string {
  return address.customDomain !== null && address.customDomainStatus === 'verified'
    ? `https://${address.customDomain}`
    : publicOrigin;
}
