// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
//
// What a database does at most: the statements by which the sync server takes a commit with one record, and nothing else. The tables are the
// server's own.
//
//   bare_pushes postgresql URI CONNECTIONS SECONDS [GROUP]   so many at once, each to accounts of its own, with so many pushes in a transaction (1)
//   bare_pushes sqlite FILE GROUP SECONDS                    one writer, so many pushes in a transaction, each in its savepoint
//
// It writes to 128 accounts in turn, and goes on where a former run has ended. Prints how many pushes a second were on the disk.

#include <libpq-fe.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ACCOUNTS = 128, MOST = 64, BODY = 1133, WRAP = 64, HEADER = 316, WHOLE = 386 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *what, const char *why) {
  fprintf(stderr, "bare_pushes: %s: %s\n", what, why);
  exit(1);
}

static void fill(unsigned char *bytes, int count, uint64_t first, uint64_t second) {
  uint64_t state = first * 0x9E3779B97F4A7C15ull + second + 1;
  for (int place = 0; place < count; place++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    bytes[place] = (unsigned char)(state >> 32);
  }
}

// One push's values, alike for both databases.
struct push {
  unsigned char account[16], device[16], record[16], hash[32], parent[32], body_hash[32], wrap[WRAP], body[BODY], header[HEADER], whole[WHOLE];
};

static void make(struct push *push, uint64_t account, uint64_t number) {
  fill(push->account, 16, account, 1), fill(push->device, 16, account, 2), fill(push->record, 16, account, number * 10 + 3);
  fill(push->hash, 32, account, number * 10 + 4), fill(push->body_hash, 32, account, number * 10 + 5);
  fill(push->wrap, WRAP, account, number * 10 + 6), fill(push->body, BODY, account, number * 10 + 7);
  fill(push->header, HEADER, account, number * 10 + 8), fill(push->whole, WHOLE, account, number * 10 + 9);
}

// PostgreSQL.

static const char *uri;
static double until;
static int group = 1;
static uint64_t numbers[ACCOUNTS + 1];
// The accounts of one connection.
struct part { uint64_t first, step; };

static const char *statements[][2] = {
  {"begin", "BEGIN"},
  {"lock", "SELECT seq, bytes, records, log_count, log_head, epoch, head_number, head_hash, checkpoint, erase_at FROM account WHERE id = $1 FOR NO KEY UPDATE"},
  {"find", "SELECT seq FROM account_commit WHERE acct = $1 AND hash = $2"},
  {"count", "SELECT last_sequence FROM device WHERE acct = $1 AND dev = $2 AND active AND commits"},
  {"revision", "SELECT rev FROM record WHERE acct = $1 AND rid = $2"},
  {"put", "INSERT INTO record (acct, rid, seq, rev, purpose, body_hash, author, number, wrap, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) "
          "ON CONFLICT (acct, rid) DO UPDATE SET seq = excluded.seq, rev = excluded.rev, purpose = excluded.purpose, body_hash = excluded.body_hash, "
          "author = excluded.author, number = excluded.number, wrap = excluded.wrap, body = excluded.body"},
  {"commit_row", "INSERT INTO account_commit (acct, number, hash, seq, received, header, whole) VALUES ($1, $2, $3, $4, $5, $6, $7)"},
  {"counted", "UPDATE device SET last_sequence = $1 WHERE acct = $2 AND dev = $3"},
  {"save", "UPDATE account SET seq = $1, bytes = $2, records = $3, log_count = $4, log_head = $5, epoch = $6, head_number = $7, head_hash = $8, "
           "checkpoint = $9 WHERE id = $10"},
  {"commit", "COMMIT"},
};
static const char *types[] = {"", "b", "bb", "bb", "bb", "bbiiibbibb", "bibiibb", "ibb", "iiiibiibib", ""};
enum { STATEMENTS = sizeof statements / sizeof *statements };

struct value { const void *bytes; int length; };

static void send_one(PGconn *connection, const char *name, int count, const struct value *values) {
  const char *pointers[10];
  int lengths[10], formats[10];
  for (int place = 0; place < count; place++) pointers[place] = values[place].bytes, lengths[place] = values[place].length, formats[place] = 1;
  if (!PQsendQueryPrepared(connection, name, count, pointers, lengths, formats, 1)) fail(name, PQerrorMessage(connection));
}

static void answers(PGconn *connection) {
  if (!PQpipelineSync(connection)) fail("sync", PQerrorMessage(connection));
  for (;;) {
    PGresult *result = PQgetResult(connection);
    if (!result) {
      if (PQstatus(connection) != CONNECTION_OK) fail("connection", PQerrorMessage(connection));
      continue;
    }
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_PIPELINE_SYNC) return PQclear(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail("statement", PQresultErrorMessage(result));
    PQclear(result);
  }
}

static unsigned char *number_bytes(unsigned char *bytes, uint64_t number) {
  for (int place = 0; place < 8; place++) bytes[place] = (unsigned char)(number >> (56 - 8 * place));
  return bytes;
}

static void *write_postgresql(void *argument) {
  const struct part *part = argument;
  uint64_t account = part->first, pushes = 0;
  PGconn *connection = PQconnectdb(uri);
  if (PQstatus(connection) != CONNECTION_OK) fail("connect", PQerrorMessage(connection));
  PQclear(PQexec(connection, "SET synchronous_commit = on"));
  PQenterPipelineMode(connection);
  for (int place = 0; place < STATEMENTS; place++) {
    Oid oids[10];
    int count = (int)strlen(types[place]);
    for (int type = 0; type < count; type++) oids[type] = types[place][type] == 'b' ? 17 : 20;
    PQsendPrepare(connection, statements[place][0], statements[place][1], count, oids);
  }
  answers(connection);
  static _Thread_local struct push group_of[MOST];
  uint64_t group_numbers[MOST];
  unsigned char n[10][8];
#define B(field) {push.field, sizeof push.field}
#define N(place, value) {number_bytes(n[place], value), 8}
  while (now() < until) {
    send_one(connection, "begin", 0, NULL);
    for (int one = 0; one < group; one++) {
      account = account + part->step > ACCOUNTS ? part->first : account + part->step;
      struct push push;
      make(&push, account, group_numbers[one] = ++numbers[account]);
      struct value lock[] = {B(account)}, find[] = {B(account), B(hash)}, count[] = {B(account), B(device)}, revision[] = {B(account), B(record)};
      send_one(connection, "lock", 1, lock), send_one(connection, "find", 2, find);
      send_one(connection, "count", 2, count), send_one(connection, "revision", 2, revision);
      group_of[one] = push, pushes++;
    }
    answers(connection);
    for (int one = 0; one < group; one++) {
      struct push push = group_of[one];
      uint64_t number = group_numbers[one];
      struct value put[] = {B(account), B(record), N(0, number + 2), N(1, 1), N(2, 1), B(body_hash), B(device), N(3, number), B(wrap), B(body)};
      send_one(connection, "put", 10, put);
      struct value row[] = {B(account), N(0, number), B(hash), N(1, number + 2), N(2, 1764000000000ull), B(header), B(whole)};
      send_one(connection, "commit_row", 7, row);
      struct value counted[] = {N(0, number), B(account), B(device)};
      send_one(connection, "counted", 3, counted);
      struct value save[] = {N(0, number + 2), N(1, number * 1900), N(2, number), N(3, 2), B(hash), N(4, 1), N(5, number), B(hash), N(6, 0), B(account)};
      send_one(connection, "save", 10, save);
    }
    send_one(connection, "commit", 0, NULL);
    answers(connection);
  }
  PQfinish(connection);
  return (void *)(uintptr_t)pushes;
}

static double postgresql(int connections, double seconds) {
  PGconn *connection = PQconnectdb(uri);
  if (PQstatus(connection) != CONNECTION_OK) fail("connect", PQerrorMessage(connection));
  for (int account = 1; account <= ACCOUNTS; account++) {
    struct push push;
    make(&push, (uint64_t)account, 0);
    const char *pointers[] = {(char *)push.account, (char *)push.device, (char *)push.hash};
    int lengths[] = {16, 16, 32}, formats[] = {1, 1, 1};
    PQclear(PQexecParams(connection, "INSERT INTO account VALUES ($1, 2, 0, 0, 2, $3, 1, 0, $3, 0, octet_length($2)) ON CONFLICT DO NOTHING", 3, (Oid[]){17, 17, 17}, pointers, lengths, formats, 0));
    PQclear(PQexecParams(connection, "INSERT INTO device VALUES ($1, $2, $3, true, true, 0) ON CONFLICT DO NOTHING", 3, (Oid[]){17, 17, 17}, pointers, lengths, formats, 0));
    PGresult *head = PQexecParams(connection, "SELECT head_number FROM account WHERE id = $1", 1, (Oid[]){17}, pointers, lengths, formats, 0);
    if (PQntuples(head) != 1) fail("account", PQresultErrorMessage(head));
    numbers[account] = strtoull(PQgetvalue(head, 0, 0), NULL, 10);
    PQclear(head);
  }
  PQfinish(connection);
  static struct part parts[256];
  pthread_t threads[256];
  double begun = now();
  until = begun + seconds;
  for (int place = 0; place < connections; place++) {
    parts[place] = (struct part){(uint64_t)place + 1, (uint64_t)connections};
    pthread_create(&threads[place], NULL, write_postgresql, &parts[place]);
  }
  uint64_t pushes = 0;
  for (int place = 0; place < connections; place++) {
    void *count;
    pthread_join(threads[place], &count);
    pushes += (uint64_t)(uintptr_t)count;
  }
  return (double)pushes / (now() - begun);
}

// SQLite.

static sqlite3 *database;

static void execute(const char *sql) {
  if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql, sqlite3_errmsg(database));
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) fail(sql, sqlite3_errmsg(database));
  return statement;
}

static void step(sqlite3_stmt *statement, const char *kinds, const struct value *values) {
  for (int place = 0; kinds[place]; place++) {
    if (kinds[place] == 'b') sqlite3_bind_blob(statement, place + 1, values[place].bytes, values[place].length, SQLITE_STATIC);
    else sqlite3_bind_int64(statement, place + 1, (sqlite3_int64)(uintptr_t)values[place].bytes);
  }
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {}
  if (code != SQLITE_DONE) fail("step", sqlite3_errmsg(database));
  sqlite3_reset(statement);
}

static double sqlite(const char *path, int pushes_at_once, double seconds) {
  if (sqlite3_open(path, &database) != SQLITE_OK) fail(path, sqlite3_errmsg(database));
  execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 10000");
  for (int account = 1; account <= ACCOUNTS; account++) {
    struct push push;
    make(&push, (uint64_t)account, 0);
    struct value row[] = {B(account), B(hash)}, device[] = {B(account), B(device), B(hash)};
    step(prepare("INSERT OR IGNORE INTO account VALUES (?1, 2, 0, 0, 2, ?2, 1, 0, ?2, 0, 0, NULL)"), "bb", row);
    step(prepare("INSERT OR IGNORE INTO device VALUES (?, ?, ?, 1, 1, 0)"), "bbb", device);
  }
  sqlite3_stmt *find = prepare("SELECT seq FROM account_commit WHERE acct = ? AND hash = ?");
  sqlite3_stmt *read = prepare("SELECT seq, bytes, records, log_count, log_head, epoch, head_number, head_hash, checkpoint, erase_at FROM account WHERE id = ?");
  sqlite3_stmt *count = prepare("SELECT last_sequence FROM device WHERE acct = ? AND dev = ? AND active AND commits");
  sqlite3_stmt *revision = prepare("SELECT rowid, rev FROM record WHERE acct = ? AND rid = ?");
  sqlite3_stmt *put = prepare("INSERT INTO record (acct, rid, seq, rev, purpose, body_hash, author, number, wrap, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  sqlite3_stmt *row = prepare("INSERT INTO account_commit (acct, number, hash, seq, received, header, whole) VALUES (?, ?, ?, ?, ?, ?, ?)");
  sqlite3_stmt *counted = prepare("UPDATE device SET last_sequence = ? WHERE acct = ? AND dev = ?");
  sqlite3_stmt *save = prepare("UPDATE account SET seq = ?, bytes = ?, records = ?, log_count = ?, log_head = ?, epoch = ?, head_number = ?, head_hash = ?, checkpoint = ? WHERE id = ?");
#undef N
#define N(value) {(void *)(uintptr_t)(value), 0}
  sqlite3_stmt *last = prepare("SELECT max(head_number) FROM account");
  sqlite3_step(last);
  uint64_t pushes = 0, account = 0, number = (uint64_t)sqlite3_column_int64(last, 0) + 1;
  sqlite3_reset(last);
  double begun = now();
  while (now() < begun + seconds) {
    execute("BEGIN IMMEDIATE");
    for (int place = 0; place < pushes_at_once; place++) {
      if (++account > ACCOUNTS) account = 1, number++;
      struct push push;
      make(&push, (uint64_t)account, number);
      struct value found[] = {B(account), B(hash)}, asked[] = {B(account), B(device)}, known[] = {B(account), B(record)};
      execute("SAVEPOINT push");
      step(find, "bb", found), step(read, "b", found), step(count, "bb", asked), step(revision, "bb", known);
      step(put, "bbiiibbibb", (struct value[]){B(account), B(record), N(number + 2), N(1), N(1), B(body_hash), B(device), N(number), B(wrap), B(body)});
      step(row, "bibiibb", (struct value[]){B(account), N(number), B(hash), N(number + 2), N(1764000000000ull), B(header), B(whole)});
      step(counted, "ibb", (struct value[]){N(number), B(account), B(device)});
      step(save, "iiiibiibib", (struct value[]){N(number + 2), N(number * 1900), N(number), N(2), B(hash), N(1), N(number), B(hash), N(0), B(account)});
      execute("RELEASE push");
      pushes++;
    }
    execute("COMMIT");
  }
  return (double)pushes / (now() - begun);
}

int main(int count, char **arguments) {
  if (count != 5 && count != 6) fail("usage", "bare_pushes postgresql|sqlite WHERE HOW_MANY SECONDS [GROUP]");
  if (count == 6) group = atoi(arguments[5]);
  if (group < 1 || group > MOST) fail(arguments[5], "1 to 64");
  uri = arguments[2];
  int many = atoi(arguments[3]);
  if (many < 1 || many > 255) fail(arguments[3], "1 to 255");
  double seconds = atof(arguments[4]);
  printf("%.1f\n", strcmp(arguments[1], "sqlite") == 0 ? sqlite(arguments[2], many, seconds) : postgresql(many, seconds));
  return 0;
}
