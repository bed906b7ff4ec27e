import type { BarcodeDetector } from 'qr/decode.js';

type DetectorClass = typeof BarcodeDetector;

/** Chrome on Android and macOS reads codes itself. */
async function findNativeDetector(): Promise<DetectorClass | undefined> {
  const { BarcodeDetector: Native } = window as { BarcodeDetector?: DetectorClass };
  const formats = await Native?.getSupportedFormats();
  return formats?.includes('qr_code') ? Native : undefined;
}

/** A reader of QR codes: the browser's own, or else one that is downloaded now. */
export async function openDetector(): Promise<BarcodeDetector> {
  const Detector = (await findNativeDetector()) ?? (await import('qr/decode.js')).BarcodeDetector;
  return new Detector({ formats: ['qr_code'] });
}
