/** Why a radio station cannot be played: a sentence for people. */
export class StationProblem extends Error {
  override readonly name = 'StationProblem';
}

export const STATION_TEXTS = {
  noAddress: 'This is not a valid address.',
  notHttps: 'Only addresses that begin with https:// can be played.',
  password: 'Addresses with a user name or password are not played.',
  notAllowed: 'Who runs this Kith has not allowed this address.',
  unreachable: 'This address could not be reached.',
  redirects: 'This address leads to another one too many times.',
  status: (status: number) => `The server of this address answered with an error (${status}).`,
  playlist: 'This is a playlist. Please enter the address of the stream itself, which stands in it.',
  otherSound: 'At this address is no stream in MP3 or Ogg Opus. Many stations have one beside that in AAC.',
  noSound: 'There came no sound in MP3 or Ogg Opus from this address.',
  tooSlow: 'This station took too long to answer.',
  lost: 'It does not answer any more.',
  tooManyOfOwner: 'The companions of my owner are playing radio in too many servers already.',
  tooMany: 'Too many companions are playing radio at the moment.',
} as const;
