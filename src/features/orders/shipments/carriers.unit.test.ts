import { expect, test } from 'vitest';
import { carriers, trackingPage } from './carriers.ts';

test('every carrier has an https page on a host of its own, with the number in it', () => {
  const hosts = carriers.map(({ name }) => {
    const page = new URL(trackingPage(name, 'RX 12-3') ?? '');
    expect(page.protocol, name).toBe('https:');
    expect(page.href, name).toContain('RX12-3');
    return page.host;
  });
  expect(new Set(hosts).size).toBe(carriers.length);
});

test('a carrier is known by what sellers call it; an unlisted one and a parcel without a number have no page', () => {
  expect(trackingPage('  dhl PAKET ', '00340')).toBe(trackingPage('DHL', '00340'));
  expect(trackingPage('Osterreichische Post', '1')).toBe(trackingPage('Österreichische Post', '1'));
  expect(trackingPage('Hermes UK', '1')).toBe(trackingPage('Evri', '1'));
  expect(trackingPage('Hermes', '1')).toContain('myhermes.de');
  expect(trackingPage('Colissimo', '6A 123')).toBe('https://www.laposte.fr/outils/suivre-vos-envois?code=6A123');
  for (const [carrier, number] of [
    ['Post', '1'],
    ['Dhlx', '1'],
    ['By hand', '1'],
    ['', '1'],
    ['DHL', null],
    ['DHL', ' '],
  ] as const)
    expect(trackingPage(carrier, number), carrier).toBeNull();
});

test('a number can’t lead to another page of the carrier', () => {
  expect(trackingPage('UPS', '1&x=2#y/../z')).toBe('https://www.ups.com/track?tracknum=1%26x%3D2%23y%2F..%2Fz');
});
