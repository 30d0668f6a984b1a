import { describe, expect, it } from '@jest/globals';
import { isPublicAddress } from './public-address.js';

const PUBLIC =
  '93.184.216.34 1.1.1.1 172.15.255.255 172.32.0.1 192.167.1.1 223.255.255.254 100.63.0.1 2606:4700::1111 2a00:1450:4001::200e ::ffff:93.184.216.34 64:ff9b::5db8:d822';
const INTERNAL = `
  127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 169.254.169.254
  100.64.0.1 100.127.255.255 192.0.0.1 192.0.2.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  192.88.99.1 192.31.196.1 192.52.193.1 192.175.48.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::127.0.0.1 fe80::1
  fe80::1%eth0 fec0::1 fc00::1 fd00::1 ff02::1 2001:db8::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:a9fe:a9fe
  ::ffff:10.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::7f00:1 2002:7f00:1::
  2002:a9fe:a9fe::1 2001:0:7f00:1:: 100::1 4000::1 5f00::1 localhost example.com 1.2.3 1.2.3.4.5`;

describe('isPublicAddress', () => {
  it.each(PUBLIC.split(' '))('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([...INTERNAL.trim().split(/\s+/), '', '93.184.216.34 '])('refuses %j [S50]', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
