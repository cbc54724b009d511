/* Furl for training: the rules, the features and the search of `rules.furl` and `bot.opponents.search`, only faster.

   It owes its results to the Python code, with which the tests compare it: the same moves in the same order, the same
   numbers of features, the same value of a position, and the same values from a search with the same budget, bit for
   bit. So a match played here says what it would come to there. `tools.engines.furl` compiles and calls this file; it
   documents the functions that it calls. Nothing here is meant for more than one thread at a time. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS = 7,
    CELLS = 37,
    WIDTH = 8,     /* bits from a row to the next; `rules.hexes` says why one more than cells */
    TALLEST = 7,   /* discs in the highest stack */
    DIRECTIONS = 6,
    LINES = 21,
    MOVES = 3 * CELLS * CELLS,
    MOST_MOVES = 400,    /* more than any position has: 15 discs lie in at most 105 runs, each furled both ways */
    MOST_LAUNCHES = 64,  /* ways to the far row along the two diagonals of every cell, of which there are fewer */
    MOST_ARRIVALS = 64,  /* more than seven stacks have */
    MOST_FEATURES = 400, /* more than a player has in any position */
};

typedef uint64_t Cells;
typedef uint16_t Move; /* sign * CELLS * CELLS + start * CELLS + end, by number of cells from a1 */
enum { FURL, UNFURL, CAPTURE };

/* The height of the stack on a cell has its bits in `heights`, the lowest first. `mover` is 0 or 1. */
typedef struct {
    Cells singles[2], stacks[2], heights[3];
    uint64_t mover;
} Position;

/* A position to learn from, with bounds of the chance, from 0 to 1, that the player to move there ends ahead. */
typedef struct {
    Position at;
    double least, most;
} Sample;

/* --- The board --------------------------------------------------------------------------------------------------- */

/* A way to sow a stack: over the empty cells of `path` to the cell `to`. */
typedef struct {
    Cells path, to;
    uint8_t end; /* the number of the cell `to` */
    bool exists;
} Sowing;

typedef struct {
    Cells run, origin, path, to;
    uint8_t sign, height;
} Meaning;

/* A way to the far row of a stack that could be furled on `cell` from one of the runs of single discs. */
typedef struct {
    Cells cell, runs[DIRECTIONS], path, to;
    int count; /* of the runs */
} Launch;

static const int SHIFTS[3] = {1, WIDTH, WIDTH - 1}; /* a step east, north-east and north-west, and back the other way */
static int row_of[CELLS], column_of[CELLS];         /* axial coordinates: 0 to 6, and as in `rules.hexes` */
static int cell_at[64];                             /* the number of the cell of a bit, or -1 */
static Cells bit_of[CELLS];
static Sowing sowings[CELLS][TALLEST + 1][DIRECTIONS];
static Meaning meanings[MOVES];
static Cells far_rows[2], home_rows[2];
static Launch launches[2][MOST_LAUNCHES];
static int launch_counts[2];
static int lines[LINES][ROWS], line_lengths[LINES]; /* the cells of each line, in the order of `HexBoard.lines` */
static Cells line_masks[LINES];

static int bit_number(Cells one)
{
    /* A product with this constant has six leading bits that differ for each single bit (de Bruijn). */
    static const uint8_t number[64] = {
        0,  1,  48, 2,  57, 49, 28, 3,  61, 58, 50, 42, 38, 29, 17, 4,  62, 55, 59, 36, 53, 51, 43, 22, 45, 39, 33, 30,
        24, 18, 12, 5,  63, 47, 56, 27, 60, 41, 37, 16, 54, 35, 52, 21, 44, 32, 23, 11, 46, 26, 40, 15, 34, 20, 31, 10,
        25, 14, 19, 9,  13, 8,  7,  6,
    };
    return number[one * UINT64_C(0x03f79d71b4cb0a89) >> 58];
}

static int count_of(Cells cells)
{
    int count = 0;
    for (; cells; cells &= cells - 1)
        count++;
    return count;
}

static Cells lowest(Cells cells)
{
    return cells & (~cells + 1);
}

static Cells neighbour(Cells cell, int direction)
{
    return direction < 3 ? cell << SHIFTS[direction] : cell >> SHIFTS[direction - 3];
}

static Move numbered(int sign, int start, int end)
{
    return (Move)((sign * CELLS + start) * CELLS + end);
}

static void lay_out_sowings(int cell)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        Cells path = 0, to = neighbour(bit_of[cell], direction);
        for (int height = 1; height <= TALLEST && to && cell_at[bit_number(to)] >= 0; height++) {
            int end = cell_at[bit_number(to)];
            if (height > 1) {
                sowings[cell][height][direction] = (Sowing){path, to, (uint8_t)end, true};
                Cells run = path | to | bit_of[cell];
                Meaning sown = {run, bit_of[cell], path, to, UNFURL, (uint8_t)height};
                meanings[numbered(UNFURL, cell, end)] = sown;
                sown.sign = CAPTURE;
                meanings[numbered(CAPTURE, cell, end)] = sown;
            }
            Meaning furled = {path | to | bit_of[cell], bit_of[cell], path, to, FURL, (uint8_t)(height + 1)};
            meanings[numbered(FURL, cell, end)] = furled;
            path |= to;
            to = neighbour(to, direction);
        }
    }
}

/* The cells of a ray of this length that begins on a cell, or 0 if it leaves the board. */
static Cells ray(int cell, int direction, int length)
{
    Cells cells = bit_of[cell], at = bit_of[cell];
    for (int more = 1; more < length; more++) {
        at = neighbour(at, direction);
        if (!at || cell_at[bit_number(at)] < 0)
            return 0;
        cells |= at;
    }
    return cells;
}

static void lay_out_launches(int seat, int cell)
{
    for (int height = 2; height < ROWS; height++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            const Sowing *way = &sowings[cell][height][direction];
            if (!way->exists || !(way->to & far_rows[seat]) || bit_of[cell] & far_rows[seat])
                continue;
            Launch launch = {.cell = bit_of[cell], .path = way->path, .to = way->to};
            for (int back = 0; back < DIRECTIONS; back++) {
                Cells run = ray(cell, back, height);
                if (run)
                    launch.runs[launch.count++] = run;
            }
            launches[seat][launch_counts[seat]++] = launch;
        }
}

/* Fill the tables; to be called once, before anything else. */
void furl_begin(void)
{
    int cell = 0;
    memset(cell_at, -1, sizeof cell_at);
    for (int row = 0; row < ROWS; row++) {
        int first = row < 3 ? -row : -3, length = row < 3 ? 4 + row : 10 - row;
        for (int at = 0; at < length; at++, cell++) {
            row_of[cell] = row;
            column_of[cell] = first + at;
            bit_of[cell] = UINT64_C(1) << (row * WIDTH + first + at + 3);
            cell_at[row * WIDTH + first + at + 3] = cell;
            home_rows[0] |= row < 3 ? bit_of[cell] : 0;
            home_rows[1] |= row > 3 ? bit_of[cell] : 0;
            far_rows[0] |= row == ROWS - 1 ? bit_of[cell] : 0;
            far_rows[1] |= row == 0 ? bit_of[cell] : 0;
        }
    }
    int line = 0;
    for (cell = 0; cell < CELLS; cell++)
        lay_out_sowings(cell);
    for (cell = 0; cell < CELLS; cell++)
        for (int seat = 0; seat < 2; seat++)
            lay_out_launches(seat, cell);
    for (int direction = 0; direction < 3; direction++)
        for (cell = 0; cell < CELLS; cell++) {
            Cells before = neighbour(bit_of[cell], direction + 3), at = bit_of[cell];
            if (before && cell_at[bit_number(before)] >= 0)
                continue;
            for (; at && cell_at[bit_number(at)] >= 0; at = neighbour(at, direction)) {
                lines[line][line_lengths[line]++] = cell_at[bit_number(at)];
                line_masks[line] |= at;
            }
            line++;
        }
}

/* --- The rules --------------------------------------------------------------------------------------------------- */

static bool same(const Position *one, const Position *other)
{
    return one->singles[0] == other->singles[0] && one->singles[1] == other->singles[1] &&
           one->stacks[0] == other->stacks[0] && one->stacks[1] == other->stacks[1] &&
           one->heights[0] == other->heights[0] && one->heights[1] == other->heights[1] &&
           one->heights[2] == other->heights[2] && one->mover == other->mover;
}

static int height_on(const Position *at, Cells cell)
{
    int height = 0;
    for (int digit = 0; digit < 3; digit++)
        height |= at->heights[digit] & cell ? 1 << digit : 0;
    return height ? height : 1;
}

static bool has_arrived(const Position *at)
{
    return (at->singles[at->mover] | at->stacks[at->mover]) & far_rows[at->mover];
}

/* Write the ways to sow the mover's stacks, or only those that capture; returns their number. */
static int unfurls(const Position *at, bool only_captures, Move *found)
{
    Cells own = at->singles[at->mover] | at->stacks[at->mover];
    Cells enemies = at->singles[1 - at->mover] | at->stacks[1 - at->mover], occupied = own | enemies;
    int count = 0;
    for (Cells left = at->stacks[at->mover]; left; left &= left - 1) {
        Cells origin = lowest(left);
        int cell = cell_at[bit_number(origin)];
        const Sowing *ways = sowings[cell][height_on(at, origin)];
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            const Sowing *way = &ways[direction];
            if (!way->exists || way->path & occupied || way->to & own)
                continue;
            if (way->to & enemies)
                found[count++] = numbered(CAPTURE, cell, way->end);
            else if (!only_captures)
                found[count++] = numbered(UNFURL, cell, way->end);
        }
    }
    return count;
}

/* Write the legal moves, in the order of `rules.furl.board`; returns their number. */
int furl_moves(const Position *at, Move *found)
{
    if (has_arrived(at))
        return 0;
    Cells singles = at->singles[at->mover];
    int count = 0;
    for (int line = 0; line < LINES; line++) {
        Cells pairs = singles & singles >> SHIFTS[line / ROWS] & line_masks[line];
        if (!pairs)
            continue;
        const int *cells = lines[line];
        for (int start = 0; start + 1 < line_lengths[line]; start++) {
            if (!(pairs & bit_of[cells[start]]))
                continue;
            for (int end = start + 1; end < line_lengths[line] && singles & bit_of[cells[end]]; end++) {
                found[count++] = numbered(FURL, cells[start], cells[end]);
                found[count++] = numbered(FURL, cells[end], cells[start]);
            }
        }
    }
    return count + unfurls(at, false, found + count);
}

/* Write the mover's captures; returns their number. */
int furl_captures(const Position *at, Move *found)
{
    return has_arrived(at) ? 0 : unfurls(at, true, found);
}

/* The seat that has won, or -1 while the game goes on. */
int furl_winner(const Position *at)
{
    if (has_arrived(at))
        return (int)at->mover;
    Cells singles = at->singles[at->mover];
    for (int axis = 0; axis < 3; axis++)
        if (singles & singles >> SHIFTS[axis])
            return -1;
    Move found[MOST_MOVES];
    return unfurls(at, false, found) ? -1 : 1 - (int)at->mover;
}

/* Play a legal move. */
void furl_play(Position *at, Move move)
{
    const Meaning *meaning = &meanings[move];
    uint64_t mine = at->mover, theirs = 1 - mine;
    if (meaning->sign == FURL) {
        at->singles[mine] &= ~meaning->run;
        at->stacks[mine] |= meaning->to;
        for (int digit = 0; digit < 3; digit++)
            at->heights[digit] |= meaning->height >> digit & 1 ? meaning->to : 0;
    } else {
        at->singles[mine] |= meaning->path | meaning->to;
        at->singles[theirs] &= ~meaning->to;
        at->stacks[mine] &= ~meaning->origin;
        at->stacks[theirs] &= ~meaning->to;
        for (int digit = 0; digit < 3; digit++)
            at->heights[digit] &= ~(meaning->origin | meaning->to);
    }
    at->mover = theirs;
}

static Position opening(void)
{
    return (Position){.singles = {home_rows[0], home_rows[1]}};
}

/* --- The evaluation ---------------------------------------------------------------------------------------------- */

/* The first number of each group of features, in the order of `SIZES` in `rules.furl.evaluation`. */
enum {
    HEIGHTS = 4, /* stacks of two, three, four, and five or more */
    MOST_PAIRS = 6,
    SINGLE = 0,
    PAIR = SINGLE + 20,
    TRIPLE = PAIR + 2 * ROWS,
    RUN = TRIPLE + 2 * ROWS,
    STACK = RUN + 2,
    WAYS = STACK + ROWS * HEIGHTS,
    ATTACK = WAYS + 2 * HEIGHTS,
    ARRIVAL = ATTACK + 2 * 3,
    ARRIVED = ARRIVAL + 2 * 3,
    PAIRS = ARRIVED + 1,
    TURN = PAIRS + MOST_PAIRS + 1,
    MOST_WAYS = 3,
    SAFE = TURN + 1,
    SOON = SAFE + 2 * 2 * 2,
    LAUNCH = SOON + 2 * MOST_WAYS,
    HANG = LAUNCH + 2 * 2 * MOST_WAYS,
    FEATURES = HANG + 2 * 3,
};

/* How many features there are. */
int furl_features_known(void)
{
    return FEATURES;
}

static int row_for(int cell, int seat)
{
    return seat ? ROWS - 1 - row_of[cell] : row_of[cell];
}

/* The number of a cell from a seat's own edge, the same for its mirror image. */
static int class_of(int cell, int seat)
{
    int own = seat ? CELLS - 1 - cell : cell, first = 0, start = 0, row = row_of[own];
    for (int before = 0; before < row; before++) {
        int length = before < 4 ? 4 + before : 10 - before;
        first += (length + 1) / 2;
        start += length;
    }
    int length = row < 4 ? 4 + row : 10 - row, at = own - start;
    return first + (at < length - 1 - at ? at : length - 1 - at);
}

/* Write the numbers of the features of a seat's single discs, repeated as often as it has them; returns how many. */
static int of_singles(Cells singles, int seat, int32_t *found)
{
    int count = 0, pairs = 0;
    for (int line = 0; line < LINES; line++) {
        int length = 0, last = line_lengths[line] - 1;
        bool is_row = line < ROWS;
        if (!(singles & line_masks[line]))
            continue;
        for (int at = 0; at <= last; at++) {
            int cell = lines[line][seat ? last - at : at];
            if (!(singles & bit_of[cell])) {
                length = 0;
                continue;
            }
            length++;
            if (is_row)
                found[count++] = SINGLE + class_of(cell, seat);
            int along = row_for(cell, seat) + (is_row ? 0 : ROWS);
            pairs += length > 1;
            if (length > 1)
                found[count++] = PAIR + along;
            if (length > 2)
                found[count++] = TRIPLE + along;
            if (length > 3)
                found[count++] = RUN + !is_row;
        }
    }
    found[count++] = PAIRS + (pairs < MOST_PAIRS ? pairs : MOST_PAIRS);
    return count;
}

/* The launches that single discs allow, as a bit mask of their numbers. */
static uint64_t launches_of(Cells singles, int seat)
{
    uint64_t found = 0;
    for (int number = 0; number < launch_counts[seat]; number++) {
        const Launch *launch = &launches[seat][number];
        for (int run = 0; run < launch->count; run++)
            if (!(launch->runs[run] & ~singles))
                found |= UINT64_C(1) << number;
    }
    return found;
}

/* The cells that the stacks of a seat reach, and its ways to the far row, as in `rules.furl.evaluation`. */
typedef struct {
    Cells cells, from[MOST_ARRIVALS], to[MOST_ARRIVALS];
    int arrivals;
} Reached;

static int kind_of(const Position *at, Cells victim)
{
    int height = height_on(at, victim);
    return height < 3 ? height - 1 : 2;
}

static int at_most(int number, int most)
{
    return number < most ? number : most;
}

/* The features of a seat's stacks by themselves, and what they reach. */
static int of_stacks(const Position *at, int seat, int32_t *found, Reached *reached)
{
    int waits = (int)at->mover != seat, arriving = 0, count = 0;
    Cells own = at->singles[seat] | at->stacks[seat];
    Cells enemies = at->singles[1 - seat] | at->stacks[1 - seat], occupied = own | enemies;
    reached->cells = 0;
    reached->arrivals = 0;
    if (!waits)
        found[count++] = TURN;
    if (own & far_rows[seat])
        found[count++] = ARRIVED;
    for (Cells left = at->stacks[seat]; left; left &= left - 1) {
        Cells origin = lowest(left);
        int cell = cell_at[bit_number(origin)], height = height_on(at, origin), ways = reached->arrivals;
        int kind = at_most(height, 5) - 2;
        found[count++] = STACK + row_for(cell, seat) * HEIGHTS + kind;
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            const Sowing *way = &sowings[cell][height][direction];
            if (!way->exists || way->path & occupied)
                continue;
            reached->cells |= way->to;
            if (way->to & own)
                continue;
            if (way->to & enemies) {
                found[count++] = ATTACK + 3 * waits + kind_of(at, way->to);
                found[count++] = WAYS + kind;
            } else {
                found[count++] = WAYS + HEIGHTS + kind;
            }
            if (way->to & far_rows[seat]) {
                reached->from[reached->arrivals] = origin;
                reached->to[reached->arrivals++] = way->to;
            }
        }
        arriving += reached->arrivals > ways;
    }
    if (arriving)
        found[count++] = ARRIVAL + 3 * waits + at_most(arriving, 3) - 1;
    return count;
}

/* The features of what a seat reaches, in view of what the other does. */
static int of_ways(const Position *at, int seat, uint64_t launching, const Reached *own, const Reached *other,
                   int32_t *found)
{
    int waits = (int)at->mover != seat, count = 0, soon = 0, safe[2] = {0, 0}, launch[2] = {0, 0};
    for (int way = 0; way < own->arrivals; way++)
        if (!(own->to[way] & other->cells))
            safe[(own->from[way] & other->cells) != 0]++;
    Cells mine = at->singles[seat] | at->stacks[seat], enemies = at->singles[1 - seat] | at->stacks[1 - seat];
    for (Cells hanging = own->cells & enemies & ~other->cells; hanging; hanging &= hanging - 1)
        found[count++] = HANG + 3 * waits + kind_of(at, lowest(hanging));
    for (; launching; launching &= launching - 1) {
        const Launch *way = &launches[seat][bit_number(lowest(launching))];
        if (way->path & (mine | enemies) || way->to & mine)
            continue;
        soon++;
        if (!(way->to & other->cells))
            launch[(way->cell & other->cells) != 0]++;
    }
    if (soon)
        found[count++] = SOON + MOST_WAYS * waits + at_most(soon, MOST_WAYS) - 1;
    for (int is_attacked = 0; is_attacked < 2; is_attacked++) {
        if (safe[is_attacked])
            found[count++] = SAFE + 4 * waits + 2 * is_attacked + (safe[is_attacked] > 1);
        if (launch[is_attacked])
            found[count++] = LAUNCH + MOST_WAYS * (2 * waits + is_attacked) + at_most(launch[is_attacked], MOST_WAYS) - 1;
    }
    return count;
}

/* Write the numbers of a seat's features, repeated as often as it has them; returns how many. */
int furl_features(const Position *at, int seat, int32_t *found)
{
    Reached own, other;
    of_stacks(at, 1 - seat, found, &other);
    int count = of_stacks(at, seat, found, &own);
    count += of_singles(at->singles[seat], seat, found + count);
    return count + of_ways(at, seat, launches_of(at->singles[seat], seat), &own, &other, found + count);
}

/* How far the match has gone, from 0 to 1. */
double furl_lateness(const Position *at)
{
    int home = count_of(at->singles[0] & home_rows[0]) + count_of(at->singles[1] & home_rows[1]);
    double late = (30 - home) / 26.0;
    return late < 1 ? late : 1;
}

typedef struct {
    int32_t early, late;
} Weight;

enum { KEPT = 1 << 14 };

typedef struct {
    Cells singles;
    uint64_t launches;
    Weight sum;
    bool is_known;
} Kept;

/* What a search knows of a position: `Entry` of `bot.opponents.search`. */
typedef struct {
    Position at;
    double least, most;
    int32_t depth;
    Move best;
} Entry;

enum { LONGEST_PATH = 500 };

/* A player: its weights, and the memory of its searches. */
typedef struct {
    Weight weights[FEATURES];
    Kept kept[2][KEPT]; /* sums for single discs, which most moves change for one seat only */
    Entry *entries;    /* of the present search, in the order in which they were made */
    uint32_t *table;   /* by hash, the number of an entry counted from 1; 0 where there is none */
    int64_t room;      /* for how many positions of a search there is memory */
    uint32_t made;     /* entries */
    size_t table_size; /* a power of two */
    int64_t history[2][MOVES];
    Position path[LONGEST_PATH];
    int length;
    int64_t spent, budget;
    int reading;
    bool reduces; /* late moves are searched less deep */
    bool is_over; /* the budget is spent */
} Player;

static uint64_t mixed(uint64_t number)
{
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

static Weight sum_of(const Weight *weights, const int32_t *numbers, int count)
{
    Weight sum = {0, 0};
    for (int at = 0; at < count; at++) {
        sum.early += weights[numbers[at]].early;
        sum.late += weights[numbers[at]].late;
    }
    return sum;
}

static const Kept *of_own_singles(Player *player, Cells singles, int seat)
{
    int32_t numbers[MOST_FEATURES];
    Kept *kept = &player->kept[seat][mixed(singles) & (KEPT - 1)];
    if (!kept->is_known || kept->singles != singles) {
        Weight sum = sum_of(player->weights, numbers, of_singles(singles, seat, numbers));
        *kept = (Kept){singles, launches_of(singles, seat), sum, true};
    }
    return kept;
}

/* The value for White, from -1 to 1. */
double furl_evaluate(Player *player, const Position *at)
{
    int winner = furl_winner(at);
    if (winner >= 0)
        return winner ? -1 : 1;
    Reached reached[2];
    int32_t numbers[2][MOST_FEATURES], start = 0, end = 0;
    int counts[2];
    for (int seat = 0; seat < 2; seat++)
        counts[seat] = of_stacks(at, seat, numbers[seat], &reached[seat]);
    for (int seat = 0; seat < 2; seat++) {
        const Kept *kept = of_own_singles(player, at->singles[seat], seat);
        const Reached *own = &reached[seat], *other = &reached[1 - seat];
        int count = counts[seat] + of_ways(at, seat, kept->launches, own, other, numbers[seat] + counts[seat]);
        Weight sum = sum_of(player->weights, numbers[seat], count);
        start += (seat ? -1 : 1) * (sum.early + kept->sum.early);
        end += (seat ? -1 : 1) * (sum.late + kept->sum.late);
    }
    return 0.999 * tanh((start + (end - start) * furl_lateness(at)) / 2000);
}

/* A new player with these weights, an early and a late one for each feature, or NULL if there is no memory. */
Player *furl_player(const int32_t *weights)
{
    Player *player = calloc(1, sizeof *player);
    for (int number = 0; player && number < FEATURES; number++)
        player->weights[number] = (Weight){weights[2 * number], weights[2 * number + 1]};
    return player;
}

/* Free a player. */
void furl_end(Player *player)
{
    if (player) {
        free(player->entries);
        free(player->table);
    }
    free(player);
}

/* --- The search -------------------------------------------------------------------------------------------------- */

static const double WON = 1.0, HASTE = 0.001, INFINITE = 10.0, NULL_WINDOW = 1e-6;
enum { REDUCED = 4, REDUCED_MORE = 12, TEMPERATURES = 4 };

static double larger(double one, double other)
{
    return one > other ? one : other;
}

static bool spend(Player *player)
{
    player->is_over = ++player->spent > player->budget;
    return !player->is_over;
}

/* The place in the table for a position: that of its entry, or a free one. */
static uint32_t *place_of(Player *player, const Position *at)
{
    uint64_t key = mixed(at->singles[0] + 3 * at->mover) ^ mixed(at->singles[1] + UINT64_C(0x9e3779b97f4a7c15));
    key ^= mixed(at->stacks[0] ^ at->stacks[1] << 3 ^ at->heights[0] << 5 ^ at->heights[1] << 7 ^ at->heights[2] << 2);
    size_t mask = player->table_size - 1, place = key & mask;
    while (player->table[place] && !same(&player->entries[player->table[place] - 1].at, at))
        place = (place + 1) & mask;
    return &player->table[place];
}

static void keep(Player *player, Entry entry)
{
    uint32_t *place = place_of(player, &entry.at);
    if (!*place)
        *place = ++player->made;
    player->entries[*place - 1] = entry;
}

/* The value for the player to move. */
static double static_value(Player *player, const Position *at)
{
    double value = furl_evaluate(player, at);
    value = at->mover ? -value : value;
    return fabs(value) < WON ? value : value * (1.0 + HASTE * larger(0, LONGEST_PATH - player->length));
}

/* The value for the player who has just moved, after at most `longest` captures. */
static double quiescence(Player *player, const Position *at, int longest, double alpha, double beta)
{
    Move noisy[MOST_MOVES];
    int count = longest ? furl_captures(at, noisy) : 0;
    double low = -beta, high = -alpha, best = static_value(player, at);
    for (int move = 0; move < count; move++) {
        low = larger(low, best);
        if (low >= high)
            break;
        if (!spend(player))
            return 0;
        Position after = *at;
        furl_play(&after, noisy[move]);
        best = larger(best, quiescence(player, &after, longest - 1, low, high));
        if (player->is_over)
            return 0;
    }
    return -best;
}

/* Write the moves, the most promising first, and how many of them are urgent; returns the number of moves. */
static int ordered(Player *player, const Position *at, const Entry *entry, Move *moves, int *urgent)
{
    Move legal[MOST_MOVES], noisy[MOST_MOVES];
    int64_t *history = player->history[at->mover];
    int count = furl_moves(at, legal), captures = furl_captures(at, noisy), first = 0;
    for (int next = 1; next < count; next++) {
        Move move = legal[next];
        int place = next;
        for (; place > 0 && history[legal[place - 1]] > history[move]; place--)
            legal[place] = legal[place - 1];
        legal[place] = move;
    }
    if (entry)
        moves[first++] = entry->best;
    *urgent = captures + first;
    for (int capture = 0; capture < captures; capture++)
        if (!entry || noisy[capture] != entry->best)
            moves[first++] = noisy[capture];
    int all = first;
    for (int next = 0; next < count; next++) {
        Move move = legal[next];
        bool is_first = meanings[move].sign == CAPTURE || (entry && move == entry->best);
        if (!is_first)
            moves[all++] = move;
    }
    return all;
}

static int reduction(int number, int depth)
{
    return depth < 2 || number < REDUCED ? 0 : (depth > 2) + (number >= REDUCED_MORE);
}

static double value_after(Player *player, const Position *at, int depth, double alpha, double beta);

/* The value for the player to move, from the table or by searching the moves. */
static double searched(Player *player, const Position *at, int depth, double alpha, double beta)
{
    uint32_t number_of_entry = *place_of(player, at);
    const Entry *entry = number_of_entry ? &player->entries[number_of_entry - 1] : NULL;
    if (entry && entry->depth >= depth) {
        if (entry->least >= beta || entry->least == entry->most)
            return entry->least;
        if (entry->most <= alpha)
            return entry->most;
    }
    Move moves[MOST_MOVES];
    int urgent, count = ordered(player, at, entry, moves, &urgent);
    double best = -INFINITE, low = alpha;
    Move best_move = moves[0];
    player->path[player->length++] = *at;
    for (int number = 0; number < count; number++) {
        Position after = *at;
        furl_play(&after, moves[number]);
        double value;
        if (number == 0) {
            value = value_after(player, &after, depth - 1, low, beta);
        } else {
            int less = player->reduces ? reduction(number - urgent, depth) : 0;
            value = value_after(player, &after, depth - 1 - less, low, low + NULL_WINDOW);
            if (!player->is_over && value > low && (less || value < beta))
                value = value_after(player, &after, depth - 1, low, beta);
        }
        if (player->is_over)
            return 0;
        if (value > best) {
            best = value;
            best_move = moves[number];
            low = larger(low, value);
            if (low >= beta) {
                player->history[at->mover][best_move] -= depth * depth;
                break;
            }
        }
    }
    player->length--;
    double least = best > alpha ? best : -INFINITE, most = best < beta ? best : INFINITE;
    keep(player, (Entry){*at, least, most, depth, best_move});
    return best;
}

/* The value for the player who has just moved: exact between `alpha` and `beta`, outside of them a bound. */
static double value_after(Player *player, const Position *at, int depth, double alpha, double beta)
{
    if (!spend(player))
        return 0;
    for (int passed = 0; passed < player->length; passed++)
        if (same(&player->path[passed], at))
            return 0;
    if (depth <= 0)
        return quiescence(player, at, player->reading, alpha, beta);
    if (furl_winner(at) >= 0)
        return -static_value(player, at);
    return -searched(player, at, depth, -beta, -alpha);
}

/* One more depth: fill `deeper` with the values of the moves; returns how many were searched. */
static int search_root(Player *player, const Position *at, const Move *moves, int count, int depth, double margin,
                       double *deeper)
{
    double best = -INFINITE;
    player->path[0] = *at;
    player->length = 1;
    for (int number = 0; number < count; number++) {
        Position after = *at;
        furl_play(&after, moves[number]);
        double bar = best - margin, value;
        if (best > -INFINITE) {
            value = value_after(player, &after, depth - 1, bar, bar + NULL_WINDOW);
            if (!player->is_over && value > bar)
                value = value_after(player, &after, depth - 1, bar, INFINITE);
        } else {
            value = value_after(player, &after, depth - 1, bar, INFINITE);
        }
        if (player->is_over)
            return number;
        deeper[number] = value;
        best = larger(best, value);
    }
    return count;
}

/* Forget the last search, and have memory for one of so many positions; false if there is none. */
static bool make_room(Player *player, int64_t nodes)
{
    size_t size = 1024;
    while (size < 2 * (size_t)nodes)
        size *= 2;
    if (player->room < nodes) {
        free(player->entries);
        free(player->table);
        player->entries = malloc((size_t)nodes * sizeof *player->entries);
        player->table = malloc(size * sizeof *player->table);
        player->room = player->entries && player->table ? nodes : 0;
        if (!player->room)
            return false;
    }
    memset(player->table, 0, size * sizeof *player->table);
    player->table_size = size;
    player->made = 0;
    return true;
}

/* Search like `Search.values`, with these moves in this order; orders them anew and writes a value for each that has
   one. Returns how many have one, which come first; -1 if there is no memory. */
int furl_search(Player *player, const Position *at, Move *moves, int count, int64_t nodes, int depths, int reading,
                int reduces, double temperature, double *values)
{
    double margin = TEMPERATURES * temperature;
    if (!make_room(player, nodes))
        return -1;
    player->spent = 0;
    player->budget = nodes;
    player->reading = reading;
    player->reduces = reduces;
    player->is_over = false;
    memset(player->history, 0, sizeof player->history);
    double deeper[MOST_MOVES];
    for (int number = 0; number < count; number++)
        values[number] = 0;
    for (int depth = 1; depth <= depths; depth++) {
        for (int next = 1; next < count; next++) {
            Move move = moves[next];
            double value = values[next];
            int place = next;
            for (; place > 0 && values[place - 1] < value; place--) {
                moves[place] = moves[place - 1];
                values[place] = values[place - 1];
            }
            moves[place] = move;
            values[place] = value;
        }
        int found = search_root(player, at, moves, count, depth, margin, deeper);
        if (player->is_over && found < 2)
            return count;
        memcpy(values, deeper, (size_t)found * sizeof *values);
        if (player->is_over)
            return found;
        double best = -INFINITE;
        for (int number = 0; number < count; number++)
            best = larger(best, values[number]);
        if (count == 1 || fabs(best) >= WON)
            break;
    }
    return count;
}

/* --- Games ------------------------------------------------------------------------------------------------------- */

enum { LYNX_DEPTH = 40, LYNX_READING = 12, LONGEST_GAME = 400, LONGEST_LESSON = 250, MOST_OCCURRENCES = 3 };

static uint64_t next_random(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return mixed(*state);
}

/* From 0 to 1, but not 1. */
static double any_share(uint64_t *state)
{
    return (double)(next_random(state) >> 11) / 9007199254740992.0;
}

static int any_below(uint64_t *state, int limit)
{
    return (int)(next_random(state) % (uint64_t)limit);
}

/* A search of the legal moves in random order; returns as `furl_search` does. */
static int considered(Player *player, const Position *at, int64_t nodes, double temperature, uint64_t *chance,
                      Move *moves, double *values)
{
    int count = furl_moves(at, moves);
    for (int left = count; left > 1; left--) {
        int other = any_below(chance, left);
        Move move = moves[left - 1];
        moves[left - 1] = moves[other];
        moves[other] = move;
    }
    return furl_search(player, at, moves, count, nodes, LYNX_DEPTH, LYNX_READING, 1, temperature, values);
}

/* The number of one of the values by softmax: what is worth `temperature` less is chosen e times less often. */
static int drawn(const double *values, int count, double temperature, uint64_t *chance)
{
    double best = -INFINITE, sum = 0;
    for (int number = 0; number < count; number++)
        best = larger(best, values[number]);
    for (int number = 0; number < count; number++)
        sum += exp((values[number] - best) / temperature);
    double left = any_share(chance) * sum;
    for (int number = 0; number < count; number++) {
        left -= exp((values[number] - best) / temperature);
        if (left < 0)
            return number;
    }
    return count - 1;
}

/* The opening after so many random moves, none of which ends the game. */
static Position after_random_moves(int plies, uint64_t *chance)
{
    Move moves[MOST_MOVES];
    Position at = opening();
    for (int ply = 0; ply < plies;) {
        Position after = at;
        furl_play(&after, moves[any_below(chance, furl_moves(&at, moves))]);
        bool is_over = furl_winner(&after) >= 0;
        at = is_over ? opening() : after;
        ply = is_over ? 0 : ply + 1;
    }
    return at;
}

/* Play a game between two players, by seat, with so many positions a move after so many random moves, as the strongest
   character does; returns the winner, -1 for a draw or -2 if there is no memory. A position for the third time is a draw,
   and so is a long game. */
int furl_match(Player *white, Player *black, int64_t nodes, int plies, double temperature, uint64_t openings,
               uint64_t seed)
{
    Position past[LONGEST_GAME + 1];
    Position at = after_random_moves(plies, &openings);
    for (int ply = 0; ply < LONGEST_GAME; ply++) {
        int winner = furl_winner(&at), occurred = 1;
        if (winner >= 0)
            return winner;
        for (int before = 0; before < ply; before++)
            occurred += same(&past[before], &at);
        if (occurred == MOST_OCCURRENCES)
            return -1;
        Move moves[MOST_MOVES];
        double values[MOST_MOVES];
        int count = considered(at.mover ? black : white, &at, nodes, temperature, &seed, moves, values);
        if (count < 0)
            return -2;
        for (int number = 0; number < count; number++) {
            Position after = at;
            furl_play(&after, moves[number]);
            for (int before = 0; before < ply; before++)
                if (values[number] > 0 && same(&past[before], &after))
                    values[number] = 0;
        }
        past[ply] = at;
        furl_play(&at, moves[drawn(values, count, temperature, &seed)]);
    }
    return -1;
}

static double share_of(double value)
{
    return (1 + (value > 1 ? 1 : value < -1 ? -1 : value)) / 2;
}

/* How a game for lessons is played; the fields are those of the constants of `tools.training`. */
typedef struct {
    int64_t nodes;
    double temperature, stray, word;
    int32_t at_random, of_search, least_depth;
} Lessons;

static bool teaches(const Entry *entry, const Position *root, const Lessons *how)
{
    return entry->depth >= how->least_depth && meanings[entry->best].sign != CAPTURE && !same(&entry->at, root);
}

/* Draw some positions of the last search that were searched deep enough, each once; returns their number. */
static int of_search(Player *player, const Position *root, const Lessons *how, uint64_t *chance, Sample *found)
{
    int count = 0, left = 0;
    for (uint32_t number = 0; number < player->made; number++)
        left += teaches(&player->entries[number], root, how);
    for (uint32_t number = 0; number < player->made && count < how->of_search; number++) {
        const Entry *entry = &player->entries[number];
        if (teaches(entry, root, how) && any_below(chance, left--) < how->of_search - count)
            found[count++] = (Sample){entry->at, share_of(entry->least), share_of(entry->most)};
    }
    return count;
}

/* Play a game of a player against itself, and write the positions to learn from, of which there may be
   `(1 + of_search) * LONGEST_LESSON`; returns their number, -1 if there is no memory. */
int furl_lesson(Player *player, const Lessons *how, uint64_t seed, Sample *found)
{
    Position at = opening();
    bool is_decision[(1 + 64) * LONGEST_LESSON];
    int at_random = any_below(&seed, how->at_random + 1), count = 0;
    for (int ply = 0; ply < LONGEST_LESSON && furl_winner(&at) < 0; ply++) {
        Move moves[MOST_MOVES];
        int legal = furl_moves(&at, moves);
        if (legal == 1 || at_random > 0 || any_share(&seed) < how->stray) {
            at_random--;
            furl_play(&at, moves[any_below(&seed, legal)]);
            continue;
        }
        double values[MOST_MOVES];
        int valued = considered(player, &at, how->nodes, how->temperature, &seed, moves, values), best = 0;
        if (valued < 0)
            return -1;
        int more = of_search(player, &at, how, &seed, found + count);
        for (int next = 0; next < more; next++)
            is_decision[count++] = false;
        for (int number = 1; number < valued; number++)
            best = values[number] > values[best] ? number : best;
        if (meanings[moves[best]].sign != CAPTURE) {
            found[count] = (Sample){at, share_of(values[best]), share_of(values[best])};
            is_decision[count++] = true;
        }
        furl_play(&at, moves[drawn(values, valued, how->temperature, &seed)]);
    }
    int winner = furl_winner(&at);
    for (int number = 0; number < count; number++) {
        if (!is_decision[number])
            continue;
        double ahead = winner < 0 ? 0.5 : winner == (int)found[number].at.mover;
        found[number].least = found[number].most = (1 - how->word) * ahead + how->word * found[number].least;
    }
    return count;
}

/* --- The fit ----------------------------------------------------------------------------------------------------- */

/* One sweep of `tools.training.fit` through samples in an order; returns the sum of squared errors. `weights` and
   `moved` hold an early and a late number for each feature. */
double furl_fit(const Sample *samples, const uint32_t *order, int64_t count, double rate, double decay, double *weights,
                double *moved)
{
    double off = 0;
    for (int64_t at = 0; at < count; at++) {
        const Sample *sample = &samples[order[at]];
        int32_t numbers[MOST_FEATURES], differences[FEATURES] = {0};
        int own = (int)sample->at.mover, found = furl_features(&sample->at, own, numbers);
        for (int number = 0; number < found; number++)
            differences[numbers[number]]++;
        found = furl_features(&sample->at, 1 - own, numbers);
        for (int number = 0; number < found; number++)
            differences[numbers[number]]--;
        double share = furl_lateness(&sample->at), first = 1 - share, lead = 0;
        for (int number = 0; number < FEATURES; number++)
            if (differences[number])
                lead += differences[number] * (first * weights[2 * number] + share * weights[2 * number + 1]);
        double expected = 1 / (1 + exp(-(lead > 30 ? 30 : lead < -30 ? -30 : lead)));
        double error = larger(0, sample->least - expected) - larger(0, expected - sample->most);
        if (error == 0)
            continue;
        off += error * error;
        for (int number = 0; number < FEATURES; number++) {
            if (!differences[number])
                continue;
            for (int stage = 0; stage < 2; stage++) {
                double *weight = &weights[2 * number + stage], *seen = &moved[2 * number + stage];
                double step = error * (stage ? share : first) * differences[number] - decay * *weight;
                *seen += step * step;
                *weight += rate * step / sqrt(*seen);
            }
        }
    }
    return off;
}
