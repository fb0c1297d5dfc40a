/* A bot that plays any legal move: `cc -o dice FILE`, `fadenet bot try ./dice`, then `--bot exec:./dice`.
 *
 * It needs the number of the question and of legal moves alone, and answers by a place in their list.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static char line[1 << 20];
    int legal = 0, number;
    puts("name Dice\nok");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "legal ", 6) == 0) {
            legal++;
        } else if (sscanf(line, "go %d", &number) == 1) {
            printf("move %d @%d\n", number, rand() % legal + 1);
            fflush(stdout);
            legal = 0;
        } else if (strncmp(line, "error ", 6) == 0) {
            fputs(line, stderr);
        }
    }
    return 0;
}
