import encodeQR from 'qr';

export interface QrCode {
  /** Modules on a side, including the border. */
  size: number;
  /** The dark modules as the `d` of one path, each horizontal run as one box. */
  path: string;
}

/** Rendered on the server as one path: works without JavaScript, and its text goes to no third party. */
export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const runs = rows.flatMap((row, y) => {
    const boxes: string[] = [];
    for (let x = 0; x < row.length; x++) {
      const from = x;
      while (row[x]) x++;
      if (x > from) boxes.push(`M${from} ${y}h${x - from}v1h-${x - from}z`);
    }
    return boxes;
  });
  return { size: rows.length, path: runs.join('') };
}
