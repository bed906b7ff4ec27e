/// <reference path="./css-modules.d.ts" />
import { QRCodeSVG } from 'qrcode.react';
import styles from './qr-code.module.css';

const SIZE_PX = 256;
/** The quiet zone the QR standard asks for, in modules. */
const QUIET_ZONE_MODULES = 4;

export interface QrCodeProps {
  /** The code's content, usually a link. */
  value: string;
  /** The code's purpose, for screen readers: 'QR Code do cashback'. */
  title: string;
}

/**
 * A QR code as wide as its container, error correction H. Black on white in both themes: scanners read no
 * inverted codes.
 */
export function QrCode({ value, title }: QrCodeProps) {
  return (
    <div className={styles.paper}>
      <QRCodeSVG
        value={value}
        title={title}
        size={SIZE_PX}
        level="H"
        marginSize={QUIET_ZONE_MODULES}
        bgColor="#ffffff"
        fgColor="#000000"
        className={styles.code}
      />
    </div>
  );
}
