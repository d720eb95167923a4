# The bot in a small image. Nothing secret is in it: DISCORD_TOKEN comes from outside when it is started.
#
#     docker build -t canasta .
#     docker run -d --restart unless-stopped -e DISCORD_TOKEN -v canasta:/data canasta

FROM rust:1.95-slim-trixie AS build
WORKDIR /src
COPY . .
# Without the stand-in for Discord, which only development needs.
RUN cargo build --locked --release --no-default-features

FROM debian:trixie-slim
# The bot owns nothing but the folder of its database.
RUN useradd --system --no-create-home --shell /usr/sbin/nologin canasta && install -d -o canasta -g canasta /data
COPY --from=build /src/target/release/canasta /usr/local/bin/canasta
USER canasta
WORKDIR /data
VOLUME /data
ENV DATABASE_URL=sqlite:///data/canasta.db
ENTRYPOINT ["canasta"]
CMD ["run"]
