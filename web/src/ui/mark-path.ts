/** SVG paths of the logo: the stem of a K and two leaves. */
export const MARK = {
  stem: 'M4 5.5a3.5 3.5 0 0 1 7 0v21a3.5 3.5 0 0 1-7 0z',
  upper: 'M13 15.2V13C13 7.2 17.7 2.5 23.5 2.5H26a2 2 0 0 1 2 2v.2c0 5.8-4.7 10.5-10.5 10.5z',
  lower: 'M13 16.8v2.2c0 5.8 4.7 10.5 10.5 10.5H26a2 2 0 0 0 2-2v-.2c0-5.8-4.7-10.5-10.5-10.5z',
};
