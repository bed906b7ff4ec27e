/** What a browser's cookie says of one employee's earlier sign-in. */
export interface KnownDevice {
  id: string;
  generation: number;
}
