import type { ZipFile } from '#extraction/zip-file';

/** Not `.svg`: Office stores each such drawing also as a picture of another kind. Nor the preview of the document, which is in no such folder. */
const OFFICE_PICTURE = /(?:^|\/)media\/[^/]+\.(?:png|jpe?g|gif|bmp|tiff?|webp|heic|avif|[ew]m[fz])$/i;
/** Not the invisible files that a Macintosh adds to an archive. */
const BOOK_PICTURE = /(?:^|\/)[^./][^/]*\.(?:png|jpe?g|gif|bmp|tiff?|webp|heic|avif|svg)$/i;

/** How many pictures an Office file has, by the names of its entries. */
export const unreadPicturesOf = (zip: ZipFile): number => counted(zip, OFFICE_PICTURE);

/** The same of an e-book, with that of its cover. */
export const unreadPicturesOfBook = (zip: ZipFile): number => counted(zip, BOOK_PICTURE);

const counted = (zip: ZipFile, names: RegExp): number => [...zip.names()].filter((name) => names.test(name)).length;
