/** Matches, books, music and films. */
export const LEISURE = `
match: game, fixture, tie, bout
game: match, fixture, title, tie
race: run, heat, contest, event, meet
tournament: competition, cup, contest, championship
competition: contest, tournament, cup, event
contest: competition, tournament, match up, event
season: year, campaign, series, run, time of year
round: stage, heat, leg
heat: race, qualifying round, qualifier, round
goal: target, aim, score, objective
medal: gong, award, prize
award: prize, honour, gong, trophy
standing: league position, rank, table, ranking
bet: wager, stake, flutter
belt: grade, martial arts rank
handicap: golf rating, allowance
book: title, novel, volume, read, publication
novel: book, story
magazine: periodical, mag, journal, glossy
newspaper: paper, daily, rag
issue: problem, edition, ticket, copy, number, bug
edition: version, printing, issue, print run
copy: volume, duplicate, physical book
chapter: section, local branch, part, branch
poem: verse
story: tale, article
genre: type, kind, style, category, kind of music, type of music, sort
album: record, disc, lp, cd, release
song: tune, track, number, piece
tune: song, melody
playlist: song list, mix, mixtape
film: movie, picture, flick, feature, title
movie: film, picture, flick, feature
video: clip, film, footage
episode: instalment, show, part, programme
series: show, programme, run, season, set
channel: station, broadcaster
podcast: audio show, show
photo: picture, photograph, snap, pic, image, shot
picture: photo, image, pic
image: picture, photo, pic, snap
drawing: sketch, picture, plan
character: part, role, persona
post: article, blog entry, job, mail, entry, message
blog: online diary, weblog, site, diary
comment: remark, note, reply, response
like: thumbs up
`;
