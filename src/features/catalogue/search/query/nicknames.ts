/**
 * What collectors call a card, by game: what they write, what to search for instead, the card's printed name, and where
 * the name comes from.
 */
export interface Nickname {
  says: string;
  reads: string;
  /** The card's name in the catalogue. */
  card: string;
  why: string;
}

type Row = readonly [says: string, reads: string, card: string, why: string];

const rows: Record<string, readonly Row[]> = {
  pokemon: [
    [
      'moonbreon',
      'umbreon vmax evolving skies 215',
      'Umbreon VMAX',
      'its alternative art reaches for the moon: moon and Umbreon in one word',
    ],
    [
      'bubble mew',
      'mew ex paldean fates 232',
      'Mew ex',
      'the picture of the special illustration shows Mew in a bubble',
    ],
    [
      'van gogh pikachu',
      'pikachu with grey felt hat',
      'Pikachu with Grey Felt Hat',
      'promo of the Van Gogh Museum, after his self-portrait',
    ],
    ['fat pikachu', 'pikachu base set 58', 'Pikachu', 'drawn round in the first set, slimmer ever since'],
    ['chubby pikachu', 'pikachu base set 58', 'Pikachu', 'drawn round in the first set, slimmer ever since'],
    ['red cheeks pikachu', 'pikachu base set 58', 'Pikachu', 'the first printing has red cheeks, later ones yellow'],
    [
      'rainbow charizard',
      'charizard vmax champions path 74',
      'Charizard VMAX',
      'the rainbow-coloured secret rare of its set',
    ],
    [
      'rainbow zard',
      'charizard vmax champions path 74',
      'Charizard VMAX',
      'the rainbow-coloured secret rare of its set, shortened',
    ],
    ['black charizard', 'charizard vmax shining fates sv107', 'Charizard VMAX', 'the shiny Charizard is black'],
    ['ivy pikachu', 'pikachu wizards black star promos 1', 'Pikachu', 'the first promo shows it among ivy'],
    [
      'birthday pikachu',
      's pikachu wizards black star promos 24',
      "___________'s Pikachu",
      'its attack wishes the owner a happy birthday',
    ],
    ['crystal charizard', 'charizard skyridge 146', 'Charizard', 'a crystal type of the e-Card sets'],
    ['pikarom', 'pikachu zekrom gx', 'Pikachu & Zekrom GX', 'both names of the tag team drawn together'],
    ['reshizard', 'reshiram charizard gx', 'Reshiram & Charizard GX', 'both names of the tag team drawn together'],
    ['mewmew', 'mewtwo mew gx', 'Mewtwo & Mew GX', 'both names of the tag team drawn together'],
    ['gengmimi', 'gengar mimikyu gx', 'Gengar & Mimikyu GX', 'both names of the tag team drawn together'],
    ['adp', 'arceus dialga palkia gx', 'Arceus & Dialga & Palkia GX', 'initials of the three in the tag team'],
    ['gardeon', 'gardevoir sylveon gx', 'Gardevoir & Sylveon GX', 'both names of the tag team drawn together'],
    ['lucmetal', 'lucario melmetal gx', 'Lucario & Melmetal GX', 'both names of the tag team drawn together'],
    ['celesaur', 'celebi venusaur gx', 'Celebi & Venusaur GX', 'both names of the tag team drawn together'],
  ],
  magic: [
    ['goyf', 'tarmogoyf', 'Tarmogoyf', 'the end of its name'],
    ['bob', 'dark confidant', 'Dark Confidant', 'it shows Bob Maher, who won the right to design a card'],
    ['fow', 'force of will', 'Force of Will', 'initials'],
    ['fon', 'force of negation', 'Force of Negation', 'initials'],
    ['stp', 'swords to plowshares', 'Swords to Plowshares', 'initials'],
    ['jtms', 'jace the mind sculptor', 'Jace, the Mind Sculptor', 'initials'],
    ['lotv', 'liliana of the veil', 'Liliana of the Veil', 'initials'],
    ['snappy', 'snapcaster mage', 'Snapcaster Mage', 'the beginning of its name, shortened'],
    ['led', 'lions eye diamond', "Lion's Eye Diamond", 'initials'],
    ['tim', 'prodigal sorcerer', 'Prodigal Sorcerer', 'after the enchanter Tim of a film'],
    ['sdt', 'senseis divining top', "Sensei's Divining Top", 'initials'],
    ['bbe', 'bloodbraid elf', 'Bloodbraid Elf', 'initials, its first word parted'],
    ['sfm', 'stoneforge mystic', 'Stoneforge Mystic', 'initials, its first word parted'],
    ['gsz', 'green suns zenith', "Green Sun's Zenith", 'initials'],
    ['drs', 'deathrite shaman', 'Deathrite Shaman', 'initials, its first word parted'],
    ['tks', 'thought knot seer', 'Thought-Knot Seer', 'initials'],
    ['bop', 'birds of paradise', 'Birds of Paradise', 'initials'],
    ['tnn', 'true name nemesis', 'True-Name Nemesis', 'initials'],
    ['iok', 'inquisition of kozilek', 'Inquisition of Kozilek', 'initials'],
    ['ssg', 'simian spirit guide', 'Simian Spirit Guide', 'initials'],
    ['gitprobe', 'gitaxian probe', 'Gitaxian Probe', 'its first word shortened'],
    ['kci', 'krark clan ironworks', 'Krark-Clan Ironworks', 'initials'],
    ['ggt', 'golgari grave troll', 'Golgari Grave-Troll', 'initials'],
    ['sad robot', 'solemn simulacrum', 'Solemn Simulacrum', 'its picture is one'],
    ['dr teeth', 'psychatog', 'Psychatog', 'it is nearly all teeth'],
    ['walletslayer', 'baneslayer angel', 'Baneslayer Angel', 'for its price when it was new'],
    ['skittles', 'skithiryx', 'Skithiryx, the Blight Dragon', 'how its name begins'],
    ['scooze', 'scavenging ooze', 'Scavenging Ooze', 'both words drawn together'],
    ['steve', 'sakura tribe elder', 'Sakura-Tribe Elder', 'initials STE, said aloud'],
    ['gary', 'gray merchant asphodel', 'Gray Merchant of Asphodel', 'Gray Merchant said as a first name'],
    ['prime time', 'primeval titan', 'Primeval Titan', 'its two words shortened'],
    ['oring', 'oblivion ring', 'Oblivion Ring', 'its first word as an initial'],
    ['sofi', 'sword of fire and ice', 'Sword of Fire and Ice', 'initials'],
    ['wog', 'wrath of god', 'Wrath of God', 'initials'],
    ['pikula', 'meddling mage', 'Meddling Mage', 'it shows Chris Pikula, who designed it'],
  ],
  yugioh: [
    ['bewd', 'blue eyes white dragon', 'Blue-Eyes White Dragon', 'initials'],
    ['rebd', 'red eyes black dragon', 'Red-Eyes Black Dragon', 'initials'],
    ['redmd', 'red eyes darkness metal dragon', 'Red-Eyes Darkness Metal Dragon', 'initials'],
    ['dmoc', 'dark magician of chaos', 'Dark Magician of Chaos', 'initials'],
    ['mst', 'mystical space typhoon', 'Mystical Space Typhoon', 'initials'],
    ['hfd', 'harpies feather duster', "Harpie's Feather Duster", 'initials'],
    ['bth', 'bottomless trap hole', 'Bottomless Trap Hole', 'initials'],
    ['coth', 'call of the haunted', 'Call of the Haunted', 'initials'],
    ['trish', 'trishula dragon of the ice barrier', 'Trishula, Dragon of the Ice Barrier', 'its name shortened'],
    [
      'dpe',
      'destroyer phoenix enforcer',
      'Destiny HERO - Destroyer Phoenix Enforcer',
      'initials of its last three words',
    ],
    ['cydra', 'cyber dragon', 'Cyber Dragon', 'both words drawn together'],
    ['rota', 'reinforcement of the army', 'Reinforcement of the Army', 'initials'],
    ['bom', 'book of moon', 'Book of Moon', 'initials'],
    ['eev', 'eradicator epidemic virus', 'Eradicator Epidemic Virus', 'initials'],
  ],
  lorcana: [['awnw', 'a whole new world', 'A Whole New World', 'initials']],
  sports: [
    ['mj', 'michael jordan', 'Michael Jordan', 'initials'],
    ['the kid', 'ken griffey jr', 'Ken Griffey, Jr.', 'the press called him so when he began at nineteen'],
    ['big hurt', 'frank thomas', 'Frank Thomas', 'given by a commentator for what he did to the ball'],
    ['big unit', 'randy johnson', 'Randy Johnson', 'for his height'],
    ['ryan express', 'nolan ryan', 'Nolan Ryan', 'for his fastball'],
    ['big papi', 'david ortiz', 'David Ortiz', 'he called people papi himself'],
    ['a rod', 'alex rodriguez', 'Alex Rodriguez', 'his name shortened'],
    ['k rod', 'francisco rodriguez', 'Francisco Rodriguez', 'K is a strikeout'],
    ['mr october', 'reggie jackson', 'Reggie Jackson', 'for his games in the World Series'],
    ['crime dog', 'fred mcgriff', 'Fred McGriff', 'after the cartoon dog McGruff'],
    ['doctor k', 'dwight gooden', 'Dwight Gooden', 'K is a strikeout'],
    ['joey bats', 'jose bautista', 'Jose Bautista', 'for his home runs'],
    ['wild thing', 'mitch williams', 'Mitch Williams', 'for how he threw, after a film'],
    ['big cat', 'andres galarraga', 'Andres Galarraga', 'for how quickly he moved at first base'],
    ['el duque', 'orlando hernandez', 'Orlando Hernandez', 'a name that he brought from Cuba'],
  ],
};

/** By game; a nickname in two games is in both. */
export const nicknames: Readonly<Record<string, readonly Nickname[]>> = Object.fromEntries(
  Object.entries(rows).map(([game, list]) => [
    game,
    list.map(([says, reads, card, why]) => ({ says, reads, card, why })),
  ]),
);
