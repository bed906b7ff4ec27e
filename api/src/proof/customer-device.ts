/** What a browser is to one merchant: an id that other merchants do not see. */
export interface CustomerDevice {
  merchantId: string;
  id: string;
}
