/** A mail with its parts as they read: base64 and quoted-printable are taken back. */
export function decodedMail(raw: string): string {
  return raw
    .replace(/\r\n[ \t]+/g, ' ')
    .split(/^--\S+\r?$/m)
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n');
      const body = rest.join('\r\n\r\n');
      if (/^Content-Transfer-Encoding: base64/im.test(head))
        return `${head}\n${Buffer.from(body, 'base64').toString()}`;
      if (!/^Content-Transfer-Encoding: quoted-printable/im.test(head)) return part;
      const bytes = body
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return `${head}\n${Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n')}`;
    })
    .join('\n');
}
