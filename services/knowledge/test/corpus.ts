/** Knowledge items of a board game café: each item is a separate fact, and similar items share its words. */
export const CORPUS: readonly { title: string; content: string; tags?: string[] }[] = [
  { title: 'Opening hours', content: 'We are open from Tuesday to Sunday, noon to eleven at night. On Mondays we are closed.' },
  {
    title: 'Holidays',
    content: 'The café stays closed on Christmas Eve, on Christmas Day and on New Year. Between the years we open at four.',
  },
  {
    title: 'Table reservation',
    content:
      'Tables for up to six can be reserved by phone or on the website. Larger groups should write an email two days ahead.',
  },
  { title: 'Cancellation', content: 'A reservation can be cancelled free of charge until three hours before it starts.' },
  { title: 'Entry fee', content: 'Playing costs four euros a person and afternoon. Children under eight play for free.' },
  { title: 'Membership', content: 'Members pay twenty euros a month and play without an entry fee, as often as they like.' },
  {
    title: 'Lending games',
    content: 'Members may borrow one game for a week. A deposit of thirty euros is paid back when the box is complete.',
  },
  {
    title: 'Lost pieces',
    content: 'If a piece is missing, tell us at the counter. We keep spare dice, pawns and cards of most games.',
  },
  {
    title: 'Food',
    content: 'The kitchen serves flammkuchen, soup and sandwiches until ten. Greasy food is not served at the game tables.',
  },
  {
    title: 'Drinks',
    content:
      'There is coffee, tea, lemonade of our own and six kinds of craft beer. Spilled drinks are forgiven, spilled drinks on games are not.',
  },
  { title: 'Allergies', content: 'Our soup is vegan and free of gluten. The flammkuchen contains wheat and milk.' },
  {
    title: 'Wifi',
    content: 'The wireless network is called DiceTower. The password hangs beside the counter and changes each week.',
  },
  {
    title: 'Parking',
    content: 'There is no car park. Bicycles may stand in the courtyard; the garage in Mill Street is five minutes away.',
  },
  {
    title: 'Getting here',
    content: 'Take tram line seven to the stop Town Hall, then walk down Mill Street. The door is the green one.',
  },
  {
    title: 'Wheelchairs',
    content: 'Entrance and toilet are accessible for wheelchairs. Please tell us so that we keep a table near the door.',
  },
  { title: 'Dogs', content: 'Dogs are welcome on a leash. There is a water bowl under the shelf with the party games.' },
  {
    title: 'Birthday parties',
    content: 'For a birthday we set up a table with balloons and three games picked for the age of the child.',
  },
  {
    title: 'Catan',
    content:
      'Catan is a trading game for three to four players. You collect brick, lumber, ore, grain and wool to build roads and settlements.',
  },
  {
    title: 'Carcassonne',
    content: 'In Carcassonne players lay tiles with cities, roads and monasteries, and claim them with their meeples.',
  },
  {
    title: 'Azul',
    content: 'Azul is about drafting coloured ceramic tiles and laying patterns on the wall of a Portuguese palace.',
  },
  {
    title: 'Wingspan',
    content: 'Wingspan is an engine builder about birds. Each bird card scores eggs, food and points in one of three habitats.',
  },
  {
    title: 'Pandemic',
    content: 'Pandemic is cooperative: the players are scientists who race to cure four diseases before outbreaks spread.',
  },
  {
    title: 'Codenames',
    content: 'Codenames is a word game for two teams. A spymaster gives one-word clues to find the agents of the team.',
  },
  {
    title: 'Gloomhaven',
    content:
      'Gloomhaven is a dungeon crawler with a campaign of nearly a hundred scenarios. We keep a table for running campaigns on Thursdays.',
  },
  {
    title: 'Chess evening',
    content: 'On Wednesdays the chess club meets at seven. Clocks and boards are there, beginners are taught for an hour before.',
  },
  {
    title: 'Tournament',
    content:
      'On the first Saturday of each month there is a tournament with a prize. Registration closes on the Thursday before.',
  },
  {
    title: 'Miniature painting',
    content: 'The workshop for painting miniatures takes place every second Sunday. Brushes and acrylic paint are included.',
  },
  { title: 'Buying games', content: 'Every game on the red shelf is for sale. Members get ten percent off.' },
  { title: 'Gift vouchers', content: 'Vouchers are sold at the counter for any amount and never expire.' },
  {
    title: 'Jobs',
    content: 'We look for people who explain games with patience, for two evenings a week. Apply with a short letter.',
  },
  { title: 'Noise', content: 'After ten at night please keep your voices down: people live above the café.' },
  {
    title: 'Photography',
    content: 'Take pictures of your table as you like, but ask other guests before they are in them.',
    tags: ['selfie', 'instagram'],
  },
  { title: 'Founders', content: 'The café was founded in 2014 by Mira and Jonas, who met at a Carcassonne tournament.' },
];

/** Questions, each with the title of the item that answers it. */
export const QUESTIONS: readonly [question: string, title: string][] = [
  ['When are you open on Sundays?', 'Opening hours'],
  ['Are you closed at Christmas?', 'Holidays'],
  ['how do I reserve a table for my group', 'Table reservation'],
  ['Can I cancel my reservation?', 'Cancellation'],
  ['what does membership cost per month', 'Membership'],
  ['May I borrow a game and take it home for a week?', 'Lending games'],
  ['A card is missing from the box, do you have spare pieces?', 'Lost pieces'],
  ['is the soup vegan', 'Allergies'],
  ['What is the wifi password?', 'Wifi'],
  ['which tram goes to you', 'Getting here'],
  ['Can I bring my dog?', 'Dogs'],
  ['Which resources do I collect in Catan?', 'Catan'],
  ['what are meeples for', 'Carcassonne'],
  ['the game with birds and eggs', 'Wingspan'],
  ['cooperative game about curing diseases', 'Pandemic'],
  ['When does the chess club meet?', 'Chess evening'],
  ['who founded the cafe', 'Founders'],
  ['do vouchers expire', 'Gift vouchers'],
  ['can I post it on instagram', 'Photography'],
];

/** The same with typing errors. */
export const MISSPELT: readonly [question: string, title: string][] = [
  ['how much is the memebrship', 'Membership'],
  ['are wheelchiars ok', 'Wheelchairs'],
  ['gloomhavn campain', 'Gloomhaven'],
  ['when is the next torunament', 'Tournament'],
  ['birtday party for my son', 'Birthday parties'],
  ['painting miniatuers workshp', 'Miniature painting'],
  ['wat is pandemik about', 'Pandemic'],
  ['do you have a bycicle parking', 'Parking'],
];
